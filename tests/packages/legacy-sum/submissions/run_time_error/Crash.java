class Crash {
    public static void main(String[] arguments) {
        throw new IllegalStateException();
    }
}
