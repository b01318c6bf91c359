import java.io.*;
import java.util.*;

class Dijkstra {
    public static void main(String[] args) throws IOException {
        StreamTokenizer input = new StreamTokenizer(new BufferedInputStream(System.in, 1 << 16));
        int n = next(input), m = next(input);
        int[] head = new int[n + 1], to = new int[m + 1], length = new int[m + 1], following = new int[m + 1];
        for (int street = 1; street <= m; street++) {
            int a = next(input);
            to[street] = next(input);
            length[street] = next(input);
            following[street] = head[a];
            head[a] = street;
        }
        long[] best = new long[n + 1];
        Arrays.fill(best, Long.MAX_VALUE);
        best[1] = 0;
        PriorityQueue<long[]> queue = new PriorityQueue<>((x, y) -> Long.compare(x[0], y[0]));
        queue.add(new long[] {0, 1});
        while (!queue.isEmpty()) {
            long[] entry = queue.poll();
            int square = (int) entry[1];
            if (entry[0] > best[square]) continue;
            for (int street = head[square]; street != 0; street = following[street]) {
                long steps = entry[0] + length[street];
                if (steps >= best[to[street]]) continue;
                best[to[street]] = steps;
                queue.add(new long[] {steps, to[street]});
            }
        }
        System.out.println(best[n] == Long.MAX_VALUE ? "impossible" : best[n]);
    }

    static int next(StreamTokenizer input) throws IOException {
        input.nextToken();
        return (int) input.nval;
    }
}
