// Row 36: a run-time that reserves much more than the limit.
class Hello {
    public static void main(String[] words) {
        System.out.println("123");
    }
}
