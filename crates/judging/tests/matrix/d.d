import core.thread;
import std.algorithm, std.array, std.conv, std.range, std.stdio;

long last;

long depth(long n) {
    if (n == 0) return 0;
    auto below = depth(n - 1);
    last = n;
    return below + 1;
}

int main() {
    auto first = readln.split;
    auto n = first[1].to!long;
    switch (first[0]) {
        case "sum":
            writeln(n + stdin.byLine.map!(to!long).sum);
            break;
        case "depth":
            writeln(depth(n));
            break;
        case "memory":
            ubyte[][] kept;
            foreach (i; 0 .. n) {
                kept ~= new ubyte[1 << 20];
                kept[$ - 1][] = 1;
            }
            writeln(kept.length);
            break;
        case "exit":
            return 3;
        case "throw":
            throw new Exception("on purpose");
        case "divide":
            writeln(1000 / n);
            break;
        case "output":
            foreach (i; 0 .. n) writeln("1234567");
            break;
        case "threads":
            shared long[4] sums;
            auto threads = iota(4).map!((i) {
                auto thread = new Thread({ sums[i] = iota(1, 1001).sum; });
                thread.start();
                return thread;
            }).array;
            foreach (thread; threads) thread.join();
            writeln(sums[0] + sums[1] + sums[2] + sums[3]);
            break;
        default:
    }
    return 0;
}
