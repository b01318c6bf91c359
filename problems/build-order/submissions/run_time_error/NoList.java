import java.util.*;

/** A task after which nothing comes has no list: NullPointerException. */
class NoList {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int n = input.nextInt(), m = input.nextInt();
        List<Integer>[] after = new List[n + 1];
        int[] missing = new int[n + 1];
        for (int i = 0; i < m; i++) {
            int a = input.nextInt(), b = input.nextInt();
            if (after[a] == null) after[a] = new ArrayList<>();
            after[a].add(b);
            missing[b]++;
        }
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int t = 1; t <= n; t++) if (missing[t] == 0) ready.add(t);
        StringBuilder order = new StringBuilder("ORDER\n");
        while (!ready.isEmpty()) {
            int task = ready.poll();
            order.append(task).append('\n');
            for (int t : after[task]) if (--missing[t] == 0) ready.add(t);
        }
        if (order.length() < 6 + 2 * n) throw new IllegalStateException("a cycle");
        System.out.print(order);
    }
}
