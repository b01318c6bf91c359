import java.io.*;

/** The streams that are open, on a stack of its own. */
class Stack {
    public static void main(String[] args) throws IOException {
        byte[] river = System.in.readAllBytes();
        int[] highest = new int[river.length + 1], times = new int[river.length + 1];
        int depth = 0;
        for (byte bracket : river) {
            if (bracket == '(') {
                depth++;
                highest[depth] = times[depth] = 0;
            } else if (bracket == ')') {
                int own = highest[depth] + (times[depth] == 1 ? 0 : 1);
                depth--;
                if (own > highest[depth]) {
                    highest[depth] = own;
                    times[depth] = 1;
                } else if (own == highest[depth]) {
                    times[depth]++;
                }
            }
        }
        System.out.println(highest[0]);
    }
}
