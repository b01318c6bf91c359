import java.util.*;

/**
 * Takes the square that was improved last, not the nearest one: squares are improved again and again, and those
 * after them again each time. Through a row of diamonds that doubles with each.
 */
class StackInsteadOfHeap {
    public static void main(String[] args) {
        Scanner input = new Scanner(System.in);
        int n = input.nextInt(), m = input.nextInt();
        List<List<int[]>> out = new ArrayList<>();
        for (int square = 0; square <= n; square++) out.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            int a = input.nextInt();
            out.get(a).add(new int[] {input.nextInt(), input.nextInt()});
        }
        long[] best = new long[n + 1];
        Arrays.fill(best, Long.MAX_VALUE);
        best[1] = 0;
        ArrayDeque<Integer> stack = new ArrayDeque<>(List.of(1));
        while (!stack.isEmpty()) {
            int square = stack.pop();
            for (int[] street : out.get(square)) {
                if (best[square] + street[1] >= best[street[0]]) continue;
                best[street[0]] = best[square] + street[1];
                stack.push(street[0]);
            }
        }
        System.out.println(best[n] == Long.MAX_VALUE ? "impossible" : best[n]);
    }
}
