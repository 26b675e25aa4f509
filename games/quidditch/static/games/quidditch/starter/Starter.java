import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.HashSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A first Quidditch player: joins a lobby, sets up its team, chases the balls and throws at the rings.
 *
 * Run it:  java Starter.java [host] [port] [lobby] [user name] [password]      (JDK 17, no library)
 * The lobby is a name you like, or the code of a table; a seat token from the table's page is given as password.
 * The conversation is JSON containers on a WebSocket (port 4488).
 * Make it better in move() and act(): that is where it decides.
 */
public class Starter {
    static final List<String> ROLES = List.of("seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2");
    static final List<String> BROOMS = List.of("firebolt", "comet260", "nimbus2001", "nimbus2001", "cleansweep11", "tinderblast", "tinderblast");
    // Where we begin, as the left team; the right team mirrors it.
    static final int[][] PLACES = {{6, 3}, {2, 7}, {6, 8}, {5, 5}, {5, 7}, {6, 9}, {4, 5}};
    // The pitch is 17 by 13 with its corners cut: so many cells are missing at both ends of each row.
    static final int[] CUT = {3, 2, 1, 1, 0, 0, 0, 0, 0, 1, 1, 2, 3};
    // A picture of 256 by 256 pixels, in stripes.
    static final String PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQAAAAB0CZXLAAAANElEQVR42u3KMREAAAgAoe9fWhs4O3CsNN0SBEEQBEEQBEEQ"
        + "BEEQBEEQBEEQBEEQBEH4HRaC4fDiojvFAAAAAABJRU5ErkJggg==";

    record Cell(int x, int y) {
        int far(Cell other) {
            return Math.max(Math.abs(x - other.x), Math.abs(y - other.y));
        }

        boolean onPitch() {
            return 0 <= y && y < 13 && CUT[y] <= x && x <= 16 - CUT[y];
        }

        boolean ring() {
            return (x == 2 || x == 14) && (y == 4 || y == 6 || y == 8);
        }
    }

    final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    final WebSocket wire;
    final String user;
    String side = "";
    Map<String, Object> snapshot = Map.of();

    Starter(String host, int port, String user) {
        this.user = user;
        wire = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create("ws://" + host + ":" + port + "/"), new Ear()).join();
    }

    public static void main(String[] given) throws InterruptedException {
        String host = given.length > 0 ? given[0] : "127.0.0.1";
        int port = given.length > 1 ? Integer.parseInt(given[1]) : 4488;
        String user = given.length > 3 ? given[3] : "starter" + (int) (Math.random() * 10000);
        new Starter(host, port, user).play(given.length > 2 ? given[2] : "hogwarts", given.length > 4 ? given[4] : "alohomora");
    }

    /** Puts whole messages into the queue; an empty one says that the server has closed. */
    class Ear implements WebSocket.Listener {
        final StringBuilder whole = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            whole.append(data);
            if (last) {
                heard.add(whole.toString());
                whole.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            heard.add("");
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            heard.add("");
        }
    }

    /** Joins the lobby and listens until the match is over. */
    void play(String lobby, String password) throws InterruptedException {
        send("joinRequest", object("lobby", lobby, "userName", user, "password", password, "isArtificialIntelligence", true, "mods", List.of()));
        for (String text = heard.take(); !text.isEmpty(); text = heard.take()) {
            Map<String, Object> message = map(new Json(text).value());
            hear((String) message.get("payloadType"), map(message.get("payload")));
            if (message.get("payloadType").equals("matchFinish")) {
                System.out.println("the match is over: " + message.get("payload"));
                System.exit(0);
            }
        }
        System.err.println("the server closed the connection");
        System.exit(1);
    }

    void send(String kind, Object payload) {
        String stamp = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS"));
        wire.sendText(Json.text(object("timestamp", stamp, "payloadType", kind, "payload", payload)), true).join();
    }

    void hear(String kind, Map<String, Object> payload) {
        switch (kind) {
            case "loginGreeting" -> {
                if (payload.get("userName").equals(user)) send("teamConfig", team());
            }
            case "matchStart" -> {
                side = payload.get("leftTeamUserName").equals(user) ? "left" : "right";
                Map<String, Object> placed = new LinkedHashMap<>();
                for (int i = 0; i < 7; i++)
                    placed.put(ROLES.get(i), object("xPos", side.equals("left") ? PLACES[i][0] : 16 - PLACES[i][0], "yPos", PLACES[i][1]));
                send("teamFormation", object("players", placed));
            }
            case "snapshot" -> snapshot = payload;
            case "next" -> {
                String entity = (String) payload.get("turn");
                if (!side.isEmpty() && entity.startsWith(side)) send("deltaRequest", answer(entity, (String) payload.get("type")));
            }
            case "privateError", "privateWarning" -> System.out.println("refused: " + payload);
            default -> { } // nothing that this player needs
        }
    }

    static Map<String, Object> team() {
        Map<String, Object> players = new LinkedHashMap<>();
        for (int i = 0; i < 7; i++)
            players.put(ROLES.get(i), object("name", "Starter " + ROLES.get(i), "broom", BROOMS.get(i), "sex", i % 2 == 0 ? "f" : "m"));
        return object("name", "The Starters", "motto", "First steps", "colors", object("primary", "1C6848", "secondary", "E8B84A"),
            "image", PICTURE, "fans", object("goblins", 2, "trolls", 1, "elves", 1, "nifflers", 1, "wombats", 2), "players", players);
    }

    /** The deltaRequest for an entity of ours; all thirteen fields must be there. */
    Map<String, Object> answer(String entity, String kind) {
        String role = entity.substring(side.length()).toLowerCase();
        Cell target = null;
        String delta = "skip";
        if (kind.equals("move")) {
            target = move(role);
            delta = target == null ? "skip" : "move";
        } else if (kind.equals("action")) {
            target = act(role);
            // A chaser who is asked without the quaffle stands beside an opponent who has it.
            delta = target != null ? "quaffleThrow" : role.startsWith("chaser") ? "wrestQuaffle" : "skip";
        }
        return object("deltaType", delta, "success", null, "xPosOld", null, "yPosOld", null, "xPosNew", target == null ? null : target.x(),
            "yPosNew", target == null ? null : target.y(), "activeEntity", entity, "passiveEntity", null, "phase", null,
            "leftPoints", null, "rightPoints", null, "round", null, "banReason", null);
    }

    /** A free cell nearer to what this player wants; null to stay. */
    Cell move(String role) {
        Cell goal = wish(role), here = at(own(role)), best = null;
        if (goal == null) return null;
        Set<Cell> barred = new HashSet<>();
        for (String team : List.of("leftTeam", "rightTeam"))
            for (Object one : map(map(snapshot.get(team)).get("players")).values()) barred.add(at(map(one)));
        for (Object cube : (List<?>) snapshot.get("wombatCubes")) barred.add(at(map(cube)));
        if (!role.equals("seeker")) barred.add(ball("snitch")); // only the seeker may touch it
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++) {
                Cell cell = new Cell(here.x() + dx, here.y() + dy);
                boolean foul = role.startsWith("chaser") && (cell.x() < 5 || cell.x() > 11); // the keepers' zones
                if (!cell.onPitch() || cell.ring() || barred.contains(cell) || foul) continue;
                if (cell.far(goal) < (best == null ? here : best).far(goal)) best = cell;
            }
        return best;
    }

    /** Where a player would like to be; the keeper stays at home. */
    Cell wish(String role) {
        if (role.equals("seeker")) return ball("snitch");
        if (role.startsWith("beater")) return ball(role.equals("beater1") ? "bludger1" : "bludger2");
        if (!role.startsWith("chaser")) return null;
        return Boolean.TRUE.equals(own(role).get("holdsQuaffle")) ? new Cell(side.equals("left") ? 11 : 5, 6) : ball("quaffle");
    }

    /** The ring at which who has the quaffle throws it; a goal goes through its left or right side. */
    Cell act(String role) {
        if (!Boolean.TRUE.equals(own(role).get("holdsQuaffle"))) return null;
        Cell here = at(own(role)), best = null;
        for (int y : new int[] {6, 4, 8}) {
            Cell ring = new Cell(side.equals("left") ? 14 : 2, y);
            boolean open = Math.abs(ring.y() - here.y()) <= Math.abs(ring.x() - here.x());
            if (best == null || open && here.far(ring) < here.far(best)) best = ring;
        }
        return best;
    }

    Map<String, Object> own(String role) {
        return map(map(map(snapshot.get(side + "Team")).get("players")).get(role));
    }

    Cell ball(String name) {
        return at(map(map(snapshot.get("balls")).get(name)));
    }

    /** The cell of something; null for what is not on the pitch. */
    static Cell at(Map<String, Object> place) {
        return place.get("xPos") == null ? null : new Cell((int) place.get("xPos"), (int) place.get("yPos"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    static Map<String, Object> object(Object... pairs) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) made.put((String) pairs[i], pairs[i + 1]);
        return made;
    }

    /** Enough JSON for this protocol; a better player takes a library. */
    static class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        char skip() {
            while (" \n\r\t,:".indexOf(text.charAt(at)) >= 0) at++;
            return text.charAt(at);
        }

        Object value() {
            char first = skip();
            if (first == '{') {
                Map<String, Object> made = new LinkedHashMap<>();
                for (at++; skip() != '}'; ) made.put((String) value(), value());
                at++;
                return made;
            }
            if (first == '[') {
                List<Object> made = new ArrayList<>();
                for (at++; skip() != ']'; ) made.add(value());
                at++;
                return made;
            }
            return first == '"' ? string() : word();
        }

        String string() {
            StringBuilder made = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c != '\\') made.append(c);
                else if (text.charAt(++at) == 'u') made.append((char) Integer.parseInt(text.substring(at + 1, (at += 4) + 1), 16));
                else made.append(text.charAt(at) == 'n' ? '\n' : text.charAt(at));
            }
            at++;
            return made.toString();
        }

        Object word() {
            int start = at;
            while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            return switch (word) {
                case "null" -> null;
                case "true", "false" -> word.equals("true");
                default -> word.matches("-?\\d+") ? (Object) Integer.valueOf(word) : Double.valueOf(word);
            };
        }

        static String text(Object value) {
            if (value instanceof Map<?, ?> map) {
                List<String> parts = new ArrayList<>();
                map.forEach((key, part) -> parts.add(text(key) + ":" + text(part)));
                return "{" + String.join(",", parts) + "}";
            }
            if (value instanceof List<?> list) return "[" + String.join(",", list.stream().map(Json::text).toList()) + "]";
            return value instanceof String word ? '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : String.valueOf(value);
        }
    }
}
