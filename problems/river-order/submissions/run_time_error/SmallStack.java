import java.util.Scanner;

/** A stack of its own with room for 1000 streams: ArrayIndexOutOfBoundsException. */
class SmallStack {
    public static void main(String[] args) {
        String river = new Scanner(System.in).nextLine();
        int[] highest = new int[1001], times = new int[1001];
        int depth = 0;
        for (char bracket : river.toCharArray()) {
            if (bracket == '(') {
                depth++;
                highest[depth] = times[depth] = 0;
                continue;
            }
            int own = highest[depth] + (times[depth] == 1 ? 0 : 1);
            depth--;
            if (own > highest[depth]) {
                highest[depth] = own;
                times[depth] = 1;
            } else if (own == highest[depth]) {
                times[depth]++;
            }
        }
        System.out.println(highest[0]);
    }
}
