import java.util.*;

/** Leaves out the tasks that no rule speaks of, and has no word for cycles. */
class OnlyTasksWithRules {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int n = input.nextInt(), m = input.nextInt();
        TreeMap<Integer, List<Integer>> after = new TreeMap<>();
        int[] missing = new int[n + 1];
        for (int i = 0; i < m; i++) {
            int a = input.nextInt(), b = input.nextInt();
            after.computeIfAbsent(a, key -> new ArrayList<>()).add(b);
            after.computeIfAbsent(b, key -> new ArrayList<>());
            missing[b]++;
        }
        ArrayDeque<Integer> ready = new ArrayDeque<>();
        for (int t : after.keySet()) if (missing[t] == 0) ready.add(t);
        StringBuilder order = new StringBuilder("ORDER\n");
        while (!ready.isEmpty()) {
            int task = ready.poll();
            order.append(task).append(' ');
            for (int t : after.get(task)) if (--missing[t] == 0) ready.add(t);
        }
        System.out.println(order);
    }
}
