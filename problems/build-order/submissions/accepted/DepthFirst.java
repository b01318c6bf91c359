import java.io.*;
import java.util.*;

/** Depth-first search with a stack of its own; one number a line. */
class DepthFirst {
    public static void main(String[] args) throws IOException {
        StreamTokenizer input = new StreamTokenizer(new BufferedInputStream(System.in));
        int n = next(input), m = next(input);
        int[] head = new int[n + 1], to = new int[m + 1], following = new int[m + 1];
        for (int rule = 1; rule <= m; rule++) {
            int a = next(input);
            to[rule] = next(input);
            following[rule] = head[a];
            head[a] = rule;
        }
        System.out.print(answer(n, head, to, following));
    }

    static String answer(int n, int[] head, int[] to, int[] following) {
        int[] place = new int[n + 1], path = new int[n + 1], finished = new int[n];
        boolean[] done = new boolean[n + 1];
        int free = n;
        for (int start = 1; start <= n; start++) {
            if (done[start]) continue;
            int depth = 0;
            path[0] = start;
            place[start] = 1;
            while (depth >= 0) {
                int task = path[depth], rule = head[task];
                if (rule == 0) {
                    done[task] = true;
                    finished[--free] = task;
                    depth--;
                    continue;
                }
                head[task] = following[rule];
                int other = to[rule];
                if (done[other]) continue;
                if (place[other] > 0) return shown("CYCLE\n" + (depth + 2 - place[other]), path, place[other] - 1, depth + 1);
                path[++depth] = other;
                place[other] = depth + 1;
            }
        }
        return shown("ORDER", finished, 0, n);
    }

    static String shown(String title, int[] tasks, int from, int end) {
        StringBuilder text = new StringBuilder(title).append('\n');
        for (int i = from; i < end; i++) text.append(tasks[i]).append('\n');
        return text.toString();
    }

    static int next(StreamTokenizer input) throws IOException {
        input.nextToken();
        return (int) input.nval;
    }
}
