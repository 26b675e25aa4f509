import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;

/**
 * A first Mississippi Queen captain: connects, and steers as far down the river as one move allows.
 *
 * Run it:  java Starter.java [host] [port] [reservation code]      (JDK 17, no library)
 * The conversation is one XML document in each direction (port 13050).
 * Make it better in worth(): that is where it decides what a good move is.
 */
public class Starter {
    static final List<String> DIRECTIONS = List.of("RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT");
    // Movement points that entering a field costs; what is not here (islands, piers, the unknown) cannot be entered.
    static final Map<String, Integer> COST = Map.of("WATER", 1, "GOAL", 1, "SANDBANK", 1, "LOG", 2);
    static final int DEPTH = 5; // how many moves we look ahead

    record Place(int x, int y) {
        /** The neighbouring field; rows with an even y are shifted half a field to the right. */
        Place ahead(int direction) {
            int shift = y % 2 == 0 ? 1 : 0;
            int[][] ways = {{1, 0}, {shift, -1}, {shift - 1, -1}, {-1, 0}, {shift - 1, 1}, {shift, 1}};
            return new Place(x + ways[direction][0], y + ways[direction][1]);
        }
    }

    /** What is on a field, and how far down the river it lies. */
    record Field(String kind, int progress) { }

    /** Our ship before, in the middle of, or after its move; `free` are steps of turning that cost no coal. */
    record Ship(Place place, int direction, int speed, int coal, int free, Place rival, List<String> actions) {
        Ship doing(String action, Object value) {
            String[] words = action.split(" ");
            List<String> more = new ArrayList<>(actions);
            more.add("<%s order=\"%d\" %s=\"%s\"/>".formatted(words[0], actions.size(), words[1], value));
            return new Ship(place, direction, speed, coal, free, rival, more);
        }
    }

    final OutputStream out;
    final XMLStreamReader in;
    final Map<String, Map<String, String>> ships = new HashMap<>();
    final Map<Place, Field> river = new HashMap<>();
    final Map<List<Object>, Integer> known = new HashMap<>(); // futures found while thinking about one move
    String room = "", colour = "red", winner = "nobody";
    boolean trapped;
    boolean turnsTwice; // whoever was pushed turns one step more for free
    int section; // while a state is being read

    /** Connects and asks for a seat; the server's document begins only then. */
    Starter(String host, int port, String code) throws Exception {
        Socket socket = new Socket(host, port);
        out = socket.getOutputStream();
        String join = code.isEmpty() ? "<join gameType=\"swc_2017_mississippi_queen\"/>" : "<joinPrepared reservationCode=\"" + code + "\"/>";
        send("<protocol>" + join);
        in = XMLInputFactory.newInstance().createXMLStreamReader(socket.getInputStream());
    }

    public static void main(String[] given) throws Exception {
        String host = given.length > 0 ? given[0] : "127.0.0.1";
        int port = given.length > 1 ? Integer.parseInt(given[1]) : 13050;
        new Starter(host, port, given.length > 2 ? given[2] : "").play();
    }

    void send(String text) throws Exception {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Plays until the result comes. */
    void play() throws Exception {
        String kind = "";
        while (in.hasNext()) {
            int event = in.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                if (in.getLocalName().equals("data")) kind = in.getAttributeValue(null, "class");
                hear(in.getLocalName(), kind);
            } else if (event == XMLStreamReader.END_ELEMENT && in.getLocalName().equals("room")) {
                if (kind.endsWith("MoveRequest"))
                    send("<room roomId=\"" + room + "\"><data class=\"move\">" + String.join("", choose()) + "</data></room>");
                if (kind.equals("result")) {
                    System.out.println("we sailed as " + colour + " and the winner is " + winner);
                    System.exit(0);
                }
            }
        }
        if (!trapped) throw new IllegalStateException("the server closed the connection");
    }

    /** Takes in the beginning of an element: a state comes as many of them. */
    void hear(String name, String kind) {
        switch (name) {
            case "joined" -> room = in.getAttributeValue(null, "roomId");
            case "data" -> {
                if (kind.equals("welcomeMessage")) colour = in.getAttributeValue(null, "color");
                if (kind.equals("error")) System.out.println("the referee says: " + in.getAttributeValue(null, "message"));
            }
            case "state" -> {
                turnsTwice = in.getAttributeValue(null, "freeTurn").equals("true");
                river.clear();
            }
            case "red", "blue" -> ships.put(name, Map.of("x", in.getAttributeValue(null, "x"), "y", in.getAttributeValue(null, "y"),
                "direction", in.getAttributeValue(null, "direction"), "speed", in.getAttributeValue(null, "speed"), "coal", in.getAttributeValue(null, "coal")));
            case "tile" -> section = number("index");
            case "field" -> river.put(new Place(number("x"), number("y")), new Field(in.getAttributeValue(null, "type"), 10 * section + number("points")));
            case "winner" -> winner = in.getAttributeValue(null, "color");
            default -> { } // nothing that this captain needs
        }
    }

    int number(String name) {
        return Integer.parseInt(in.getAttributeValue(null, name));
    }

    /** The actions of the best move: one after which we can go on as long as possible, then the most worth. */
    List<String> choose() {
        Map<String, String> own = ships.get(colour), other = ships.get(colour.equals("red") ? "blue" : "red");
        Ship ship = new Ship(placeOf(own), DIRECTIONS.indexOf(own.get("direction")), Integer.parseInt(own.get("speed")),
            Integer.parseInt(own.get("coal")), turnsTwice ? 2 : 1, placeOf(other), List.of());
        known.clear();
        List<Ship> ends = new ArrayList<>();
        moves(ship, 0, 4, ends::add);
        Ship best = null;
        int most = Integer.MIN_VALUE;
        for (Ship end : ends) {
            int value = 10_000 * future(end, DEPTH) + worth(end);
            if (value > most) {
                most = value;
                best = end;
            }
        }
        if (best == null) {
            // The rules have no pass: whoever cannot move has lost, and is sent away by the referee.
            trapped = true;
            System.out.println("there is no way on: we have lost");
        }
        return best == null ? List.of() : best.actions();
    }

    static Place placeOf(Map<String, String> ship) {
        return new Place(Integer.parseInt(ship.get("x")), Integer.parseInt(ship.get("y")));
    }

    /** How good it is to be there: far down the river, slow, coal in the bunker, water under the keel. */
    int worth(Ship ship) {
        Field field = river.get(ship.place());
        int aground = field.kind().equals("SANDBANK") ? 75 : 0;
        return 3 * field.progress() + 10 * ship.coal() + 20 * Math.min(2, ship.coal()) - 6 * ship.speed() - aground;
    }

    /** How many more moves are possible, as far as we look; who cannot move has lost. */
    int future(Ship ship, int depth) {
        if (depth == 0) return 0;
        List<Object> key = List.of(ship.place(), ship.direction(), ship.speed(), ship.coal(), depth);
        if (known.containsKey(key)) return known.get(key);
        Ship fresh = new Ship(ship.place(), ship.direction(), ship.speed(), ship.coal(), 1, ship.rival(), List.of());
        int[] most = {0};
        // Sections behind both ships vanish, and the other one may be ahead of us: there is no way back.
        moves(fresh, river.get(ship.place()).progress() / 10, 2, after -> {
            if (most[0] < depth) most[0] = Math.max(most[0], 1 + future(after, depth - 1));
        });
        known.put(key, most[0]);
        return most[0];
    }

    String kind(Place place, int fromSection) {
        Field field = river.get(place);
        return field == null || field.progress() / 10 < fromSection ? "" : field.kind();
    }

    /** Finds the ship after each move we think of: slow ones, for a slow ship can follow every bend. */
    void moves(Ship ship, int from, int fastest, Consumer<Ship> found) {
        if (kind(ship.place(), 0).equals("SANDBANK")) {
            // Nothing but one field forwards, or back for one coal, and the other ship cannot be pushed from here.
            for (int distance : new int[] {1, -1}) {
                Place target = ship.place().ahead(distance == 1 ? ship.direction() : (ship.direction() + 3) % 6);
                int coal = ship.coal() - (distance == 1 ? 0 : 1);
                String kind = kind(target, from);
                boolean possible = COST.containsKey(kind) && coal >= 0 && !target.equals(ship.rival()) && (distance == 1 || !kind.equals("LOG"));
                if (possible) found.accept(new Ship(target, ship.direction(), ship.speed(), coal, ship.free(), ship.rival(), ship.doing("advance distance", distance).actions()));
            }
            return;
        }
        for (int speed = 1; speed <= Math.max(fastest, ship.speed() - 1); speed++) {
            int change = speed - ship.speed(); // the first step up or down is free, every other costs a coal
            int coal = ship.coal() - Math.max(0, Math.abs(change) - 1);
            List<String> actions = change == 0 ? ship.actions() : ship.doing("acceleration acc", change).actions();
            if (coal >= 0) courses(new Ship(ship.place(), ship.direction(), speed, coal, ship.free(), ship.rival(), actions), speed, from, found);
        }
    }

    /** Finds the ends of every course that uses up the movement points: turn, go one field, and again. */
    void courses(Ship ship, int points, int from, Consumer<Ship> found) {
        if (points == 0) found.accept(ship);
        for (int turn : points == 0 ? new int[0] : new int[] {0, 1, -1, 2, -2, 3}) {
            int coal = ship.coal() - Math.max(0, Math.abs(turn) - ship.free()); // beyond the free steps a coal each
            int way = Math.floorMod(ship.direction() + turn, 6);
            Place target = ship.place().ahead(way);
            String kind = kind(target, from);
            int left = points - COST.getOrDefault(kind, 99);
            if (coal < 0 || left < 0) continue;
            int speed = kind.equals("LOG") ? Math.max(1, ship.speed() - 1) : kind.equals("SANDBANK") ? 1 : ship.speed();
            Ship turned = turn == 0 ? ship : ship.doing("turn direction", turn);
            Ship gone = new Ship(target, way, speed, coal, Math.max(0, ship.free() - Math.abs(turn)), ship.rival(), turned.doing("advance distance", 1).actions());
            if (target.equals(ship.rival())) {
                if (!kind.equals("SANDBANK")) pushes(gone, left, from, found);
            } else courses(gone, kind.equals("SANDBANK") ? 0 : left, from, found); // aground the move ends
        }
    }

    /** Goes on from the other ship's field: it must be pushed away, but never behind us. */
    void pushes(Ship ship, int points, int from, Consumer<Ship> found) {
        for (int way = 0; way < 6; way++) {
            Place target = ship.rival().ahead(way);
            int left = points - COST.getOrDefault(kind(target, from), 99);
            if (left < 0 || way == (ship.direction() + 3) % 6) continue;
            List<String> actions = ship.doing("push direction", DIRECTIONS.get(way)).actions();
            courses(new Ship(ship.place(), ship.direction(), ship.speed(), ship.coal(), ship.free(), target, actions), left, from, found);
        }
    }
}
