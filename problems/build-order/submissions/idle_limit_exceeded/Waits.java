import java.io.*;
import java.util.*;

/** Where there is a single task, waits until somebody tells of another. Nobody does. */
class Waits {
    public static void main(String[] args) throws Exception {
        StreamTokenizer input = new StreamTokenizer(new BufferedInputStream(System.in));
        int n = next(input), m = next(input);
        Object news = new Object();
        synchronized (news) {
            while (n == 1) news.wait();
        }
        List<List<Integer>> after = new ArrayList<>(), before = new ArrayList<>();
        for (int t = 0; t <= n; t++) {
            after.add(new ArrayList<>());
            before.add(new ArrayList<>());
        }
        int[] missing = new int[n + 1];
        for (int i = 0; i < m; i++) {
            int a = next(input), b = next(input);
            after.get(a).add(b);
            before.get(b).add(a);
            missing[b]++;
        }
        List<Integer> order = new ArrayList<>();
        for (int t = 1; t <= n; t++) if (missing[t] == 0) order.add(t);
        for (int i = 0; i < order.size(); i++)
            for (int t : after.get(order.get(i))) if (--missing[t] == 0) order.add(t);
        System.out.println(order.size() == n ? shown("ORDER", order) : cycle(n, before, missing));
    }

    static String cycle(int n, List<List<Integer>> before, int[] missing) {
        int task = 1;
        while (missing[task] == 0) task++;
        List<Integer> path = new ArrayList<>();
        int[] place = new int[n + 1];
        while (place[task] == 0) {
            path.add(task);
            place[task] = path.size();
            for (int t : before.get(task)) if (missing[t] > 0) task = t;
        }
        List<Integer> cycle = path.subList(place[task] - 1, path.size());
        Collections.reverse(cycle);
        return shown("CYCLE\n" + cycle.size(), cycle);
    }

    static String shown(String title, List<Integer> tasks) {
        StringBuilder text = new StringBuilder(title);
        for (int t : tasks) text.append('\n').append(t);
        return text.toString();
    }

    static int next(StreamTokenizer input) throws IOException {
        input.nextToken();
        return (int) input.nval;
    }
}
