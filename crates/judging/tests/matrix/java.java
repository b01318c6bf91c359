import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Main {
    static long depth(long n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    static long threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) tasks.add(pool.submit(() -> LongStream.rangeClosed(1, 1000).sum()));
        long sum = 0;
        for (Future<Long> task : tasks) sum += task.get();
        pool.shutdown();
        return sum;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        StringTokenizer first = new StringTokenizer(in.readLine());
        String command = first.nextToken();
        int n = Integer.parseInt(first.nextToken());
        switch (command) {
            case "sum":
                long sum = n;
                for (String line; (line = in.readLine()) != null; ) sum += Long.parseLong(line);
                out.println(sum);
                break;
            case "depth":
                out.println(depth(n));
                break;
            case "memory":
                List<byte[]> kept = new ArrayList<>();
                for (int i = 0; i < n; i++) {
                    kept.add(new byte[1 << 20]);
                    Arrays.fill(kept.get(i), (byte) 1);
                }
                out.println(kept.size());
                break;
            case "exit":
                System.exit(3);
            case "throw":
                throw new RuntimeException("on purpose");
            case "divide":
                out.println(1000 / n);
                break;
            case "output":
                for (int i = 0; i < n; i++) out.println("1234567");
                break;
            case "threads":
                out.println(threads());
                break;
        }
        out.flush();
    }
}
