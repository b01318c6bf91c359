import java.util.*;

/** Takes the first bracket off a list for each step; the list moves all the others up. */
class Deletes {
    public static void main(String[] args) {
        List<Character> river = new ArrayList<>();
        for (char bracket : new Scanner(System.in).nextLine().toCharArray()) river.add(bracket);
        ArrayList<Integer> highest = new ArrayList<>(List.of(0)), times = new ArrayList<>(List.of(0));
        while (!river.isEmpty()) {
            if (river.remove(0) == '(') {
                highest.add(0);
                times.add(0);
                continue;
            }
            int last = highest.size() - 1;
            int own = highest.remove(last) + (times.remove(last) == 1 ? 0 : 1);
            if (own > highest.get(last - 1)) {
                highest.set(last - 1, own);
                times.set(last - 1, 1);
            } else if (own == highest.get(last - 1)) {
                times.set(last - 1, times.get(last - 1) + 1);
            }
        }
        System.out.println(highest.get(0));
    }
}
