import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A first Catan player: connects, founds two villages, rolls the dice, builds towns, and ends its turn.
 *
 * Run it:  java Starter.java [host] [port] [name] [seat token]      (JDK 17, no library)
 * It speaks the Catan-Protokoll as documented (port 6785): one JSON object with one key a line, in German.
 * Make it better in act(): that is where it decides.
 */
public class Starter {
    record Field(int x, int y) {
        String json() {
            return "{\"x\":" + x + ",\"y\":" + y + "}";
        }
    }

    // The few patterns this player needs; a better one takes a JSON library.
    static final Pattern KEY = Pattern.compile("^\\{\"([^\"]+)\":");
    static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    static final Pattern STATUS = Pattern.compile("\"Status\":\"([^\"]+)\"");
    static final Pattern OWNER = Pattern.compile("\"Eigent\u00fcmer\":(\\d+)");
    static final Pattern PLACE = Pattern.compile("\\{\"x\":(-?\\d+),\"y\":(-?\\d+)}");
    static final Pattern LAND =
            Pattern.compile("\\{\"Ort\":\\{\"x\":(-?\\d+),\"y\":(-?\\d+)},\"Typ\":\"([^\"]+)\"(?:,\"Zahl\":(\\d+))?");
    static final String[] KINDS = {"Holz", "Lehm", "Wolle", "Getreide", "Erz"};
    static final int[][] AROUND = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

    final Writer out;
    final BufferedReader in;
    int number = -1;
    final Map<Field, Integer> land = new LinkedHashMap<>(); // field -> its number chip, 0 for the desert; no sea
    final Map<Set<Field>, Integer> buildings = new HashMap<>(); // crossing (three fields) -> its owner
    final List<Set<Field>> villages = new ArrayList<>(); // our own, those that are no towns yet
    Field robber;

    Starter(String host, int port) throws IOException {
        Socket socket = new Socket(host, port);
        out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    public static void main(String[] given) throws IOException {
        String host = given.length > 0 ? given[0] : "127.0.0.1";
        int port = given.length > 1 ? Integer.parseInt(given[1]) : 6785;
        new Starter(host, port).play(given.length > 2 ? given[2] : "Starter", given.length > 3 ? "#" + given[3] : "");
    }

    void send(String key, String content) throws IOException {
        out.write("{\"" + key + "\":{" + content + "}}\n");
        out.flush();
    }

    /** Sits down and plays until somebody has won. */
    void play(String name, String token) throws IOException {
        send("Hallo", "\"Version\":\"Starter 1.0" + token + "\"");
        send("Spieler", "\"Name\":\"" + name + "\",\"Farbe\":\"Wei\u00df\"");
        send("Spiel starten", "");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String key = first(KEY, line);
            hear(key, line);
            if (key.equals("Spiel beendet")) {
                System.out.println("the match is over: " + line);
                return;
            }
        }
        throw new IOException("the server closed the connection");
    }

    void hear(String key, String line) throws IOException {
        switch (key) {
            case "Willkommen" -> number = Integer.parseInt(first(ID, line));
            case "Fehler" -> System.out.println("refused: " + line);
            case "Spiel gestartet" -> {
                for (Matcher m = LAND.matcher(line); m.find(); )
                    if (!m.group(3).equals("Meer")) land.put(field(m), m.group(4) == null ? 0 : Integer.parseInt(m.group(4)));
                robber = places(line.substring(line.lastIndexOf("uber\":"))).get(0);
            }
            case "Bauvorgang" -> {
                Set<Field> place = Set.copyOf(places(line));
                if (place.size() == 3) buildings.put(place, Integer.parseInt(first(OWNER, line)));
                if (line.contains("\"Stadt\"")) villages.remove(place);
            }
            case "R\u00e4uber versetzt" -> robber = places(line).get(0);
            case "Statusupdate" -> { // our own says what is expected of us, and always holds our cards
                if (!land.isEmpty() && first(ID, line).equals("" + number)) act(first(STATUS, line), line);
            }
            default -> { } // nothing that this player needs
        }
    }

    void act(String status, String line) throws IOException {
        switch (status) {
            case "Dorf bauen" -> {
                Set<Field> best = crossings().stream().filter(this::free).max(Comparator.comparingInt(this::worth)).get();
                villages.add(best);
                build("Dorf", best);
            }
            case "Stra\u00dfe bauen" -> { // a path is two of the three fields of the crossing it leads from
                List<Field> path = new ArrayList<>(villages.get(villages.size() - 1));
                path.sort(Comparator.comparing(land::containsKey));
                build("Stra\u00dfe", path.subList(1, 3));
            }
            case "W\u00fcrfeln" -> send("W\u00fcrfeln", "");
            case "Karten wegen R\u00e4uber abgeben" -> giveUpHalf(line);
            case "R\u00e4uber versetzen" -> moveRobber();
            case "Handeln oder Bauen" -> {
                boolean rich = cards(line, "Getreide") >= 2 && cards(line, "Erz") >= 3;
                if (rich && !villages.isEmpty()) build("Stadt", villages.get(0));
                else send("Zug beenden", "");
            }
            case "Bauen" -> send("Zug beenden", ""); // the building phase of five and six players: pass
            default -> { } // waiting
        }
    }

    void giveUpHalf(String line) throws IOException {
        int left = Arrays.stream(KINDS).mapToInt(kind -> cards(line, kind)).sum() / 2;
        StringJoiner given = new StringJoiner(",", "\"Abgeben\":{", "}");
        for (String kind : KINDS) {
            int count = Math.min(left, cards(line, kind));
            left -= count;
            given.add("\"" + kind + "\":" + count);
        }
        send("Karten abgeben", given.toString());
    }

    /** Sends the robber to a field where he does not hurt us; a victim must be named if there is one. */
    void moveRobber() throws IOException {
        for (Field field : land.keySet()) {
            List<Integer> victims = buildings.entrySet().stream()
                    .filter(one -> one.getKey().contains(field)).map(Map.Entry::getValue).toList();
            if (field.equals(robber) || victims.contains(number)) continue;
            send("R\u00e4uber versetzen", "\"Ort\":" + field.json() + (victims.isEmpty() ? "" : ",\"Ziel\":" + victims.get(0)));
            return;
        }
    }

    void build(String kind, Collection<Field> place) throws IOException {
        send("Bauen", "\"Typ\":\"" + kind + "\",\"Ort\":[" + String.join(",", place.stream().map(Field::json).toList()) + "]");
    }

    /** All crossings that touch land: a land field and two neighbours side by side. */
    Set<Set<Field>> crossings() {
        Set<Set<Field>> found = new HashSet<>();
        for (Field one : land.keySet())
            for (int i = 0; i < 6; i++) found.add(Set.of(one, beside(one, AROUND[i]), beside(one, AROUND[(i + 1) % 6])));
        return found;
    }

    static Field beside(Field field, int[] way) {
        return new Field(field.x() + way[0], field.y() + way[1]);
    }

    /** Nobody has built here or one path away: there, two of three fields are the same. */
    boolean free(Set<Field> crossing) {
        return buildings.keySet().stream().allMatch(other -> other.stream().filter(crossing::contains).count() < 2);
    }

    /** Of how many throws in 36 the fields around a crossing profit. */
    int worth(Set<Field> crossing) {
        return crossing.stream().mapToInt(one -> land.getOrDefault(one, 0)).map(n -> n == 0 ? 0 : 6 - Math.abs(7 - n)).sum();
    }

    static int cards(String line, String kind) {
        return Integer.parseInt(first(Pattern.compile("\"" + kind + "\":(\\d+)"), line));
    }

    static String first(Pattern pattern, String line) {
        Matcher m = pattern.matcher(line);
        return m.find() ? m.group(1) : "";
    }

    static List<Field> places(String text) {
        List<Field> found = new ArrayList<>();
        for (Matcher m = PLACE.matcher(text); m.find(); ) found.add(field(m));
        return found;
    }

    static Field field(Matcher m) {
        return new Field(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
    }
}
