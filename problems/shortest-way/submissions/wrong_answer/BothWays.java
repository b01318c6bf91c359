import java.util.*;

/** Walks against the one-way streets. */
class BothWays {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int n = input.nextInt(), m = input.nextInt();
        List<List<long[]>> out = new ArrayList<>();
        for (int square = 0; square <= n; square++) out.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            int a = input.nextInt(), b = input.nextInt();
            long w = input.nextInt();
            out.get(a).add(new long[] {b, w});
            out.get(b).add(new long[] {a, w});
        }
        long[] best = new long[n + 1];
        Arrays.fill(best, -1);
        PriorityQueue<long[]> queue = new PriorityQueue<>((x, y) -> Long.compare(x[0], y[0]));
        queue.add(new long[] {0, 1});
        while (!queue.isEmpty()) {
            long[] entry = queue.poll();
            int square = (int) entry[1];
            if (best[square] >= 0) continue;
            best[square] = entry[0];
            for (long[] street : out.get(square)) queue.add(new long[] {entry[0] + street[1], street[0]});
        }
        System.out.println(best[n] < 0 ? "impossible" : best[n]);
    }
}
