import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.io.OutputStreamWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A first Qwirkle player: connects, waits for a seat, lays one tile a turn, or swaps one.
 *
 * Run it:  java Starter.java [host] [port] [name]      (JDK 17, no library)
 * With a seat token from the lobby the name is "Name#token".
 * Make it better in choose(): that is the only place where it thinks.
 */
public class Starter {
    record Cell(int x, int y) {
        Cell go(int dx, int dy) {
            return new Cell(x + dx, y + dy);
        }
    }

    record Tile(int color, int shape, int id) {
        String json() {
            return "{\"color\":" + color + ",\"shape\":" + shape + ",\"uniqueID\":" + id + "}";
        }
    }

    // The few patterns this player needs; a better one takes a JSON library.
    static final Pattern MESSAGE = Pattern.compile("\"uniqueID\":(\\d+)}$");
    static final Pattern CLIENT = Pattern.compile("\"clientID\":(\\d+)");
    static final Pattern SIZE = Pattern.compile("\"colorShapeCount\":(\\d+)");
    static final String A_TILE = "\\{\"color\":(\\d+),\"shape\":(\\d+),\"uniqueID\":(\\d+)}";
    static final Pattern TILE = Pattern.compile(A_TILE);
    static final Pattern PLACED = Pattern.compile("\"x\":(-?\\d+),\"y\":(-?\\d+),\"tile\":" + A_TILE);
    static final int[][] AROUND = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

    final Writer out;
    final BufferedReader in;
    final Map<Cell, Tile> board = new HashMap<>();
    final List<Tile> hand = new ArrayList<>();
    Tile asked; // the tile of the move that the server has not judged yet
    int number = -1;
    int longest = 6;

    Starter(String host, int port) throws IOException {
        Socket socket = new Socket(host, port);
        out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    public static void main(String[] given) throws IOException {
        String host = given.length > 0 ? given[0] : "127.0.0.1";
        int port = given.length > 1 ? Integer.parseInt(given[1]) : 33100;
        new Starter(host, port).play(given.length > 2 ? given[2] : "Starter");
    }

    /** One JSON object a line, in both directions. */
    void send(String json) throws IOException {
        out.write(json + "\n");
        out.flush();
    }

    /** Sits down and plays until the winner is told (407). Who asks for nothing is given a seat after a moment. */
    void play(String name) throws IOException {
        send("{\"clientName\":\"" + name + "\",\"clientType\":\"ENGINE_PLAYER\",\"uniqueID\":100}");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int message = first(MESSAGE, line);
            hear(message, line);
            if (message == 407) {
                System.out.println("the match is over: " + line);
                return;
            }
        }
        throw new IOException("the server closed the connection");
    }

    void hear(int message, String line) throws IOException {
        switch (message) {
            case 101 -> number = first(CLIENT, line);
            case 400 -> {
                longest = first(SIZE, line);
                board.clear();
                hand.clear();
            }
            case 408, 410, 413 -> { // first hand, refill, what a swap brought
                for (Matcher m = TILE.matcher(line); m.find(); ) hand.add(tile(m, 1));
            }
            case 416 -> { // somebody has laid tiles; perhaps it was us
                for (Matcher m = PLACED.matcher(line); m.find(); )
                    board.put(new Cell(number(m, 1), number(m, 2)), tile(m, 3));
            }
            case 412, 415 -> { // the swap or the move is judged
                if (line.contains("\"validation\":true")) hand.remove(asked);
                else System.out.println("refused: " + line);
            }
            case 900, 910, 920 -> System.out.println("refused: " + line);
            case 409 -> {
                if (first(CLIENT, line) == number) choose();
            }
            default -> { } // nothing that this player needs
        }
    }

    /** Lays the tile that brings most points; swaps one when none fits. */
    void choose() throws IOException {
        int best = 0;
        Cell where = null;
        asked = hand.get(0);
        for (Tile tile : hand) {
            for (Cell cell : freeCells()) {
                int points = points(cell, tile);
                if (points > best) {
                    best = points;
                    where = cell;
                    asked = tile;
                }
            }
        }
        if (where == null) send("{\"tiles\":[" + asked.json() + "],\"uniqueID\":411}");
        else send("{\"tiles\":[{\"x\":" + where.x() + ",\"y\":" + where.y() + ",\"tile\":" + asked.json() + "}],\"uniqueID\":414}");
    }

    /** The free cells beside tiles; the first tile of all goes to (0, 0). */
    Set<Cell> freeCells() {
        Set<Cell> found = new HashSet<>();
        for (Cell cell : board.keySet()) for (int[] way : AROUND) found.add(cell.go(way[0], way[1]));
        found.removeAll(board.keySet());
        return board.isEmpty() ? Set.of(new Cell(0, 0)) : found;
    }

    /** What a tile on a cell brings; 0 when it may not lie there. */
    int points(Cell cell, Tile tile) {
        int total = 0;
        for (int axis = 0; axis < 2; axis++) {
            List<Tile> line = new ArrayList<>(List.of(tile));
            for (int[] way : new int[][] {AROUND[axis], AROUND[axis + 2]})
                for (Cell c = cell.go(way[0], way[1]); board.containsKey(c); c = c.go(way[0], way[1])) line.add(board.get(c));
            long colors = line.stream().map(Tile::color).distinct().count();
            long shapes = line.stream().map(Tile::shape).distinct().count();
            // One colour and all shapes different, or one shape and all colours different.
            boolean good = colors == 1 && shapes == line.size() || shapes == 1 && colors == line.size();
            if (!good) return 0;
            if (line.size() > 1) total += line.size() == longest ? 2 * longest : line.size();
        }
        return Math.max(total, 1);
    }

    static int first(Pattern pattern, String line) {
        Matcher m = pattern.matcher(line);
        return m.find() ? number(m, 1) : -1;
    }

    static int number(Matcher m, int group) {
        return Integer.parseInt(m.group(group));
    }

    static Tile tile(Matcher m, int group) {
        return new Tile(number(m, group), number(m, group + 1), number(m, group + 2));
    }
}
