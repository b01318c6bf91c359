using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Threading.Tasks;

static class Solution
{
    static long Depth(long n)
    {
        return n == 0 ? 0 : 1 + Depth(n - 1);
    }

    static void Main()
    {
        var reader = Console.In;
        var first = reader.ReadLine().Split();
        var n = int.Parse(first[1]);
        var output = new StreamWriter(Console.OpenStandardOutput());
        switch (first[0])
        {
            case "sum":
                BigInteger sum = n;
                for (string line; (line = reader.ReadLine()) != null;)
                    sum += long.Parse(line);
                output.WriteLine(sum);
                break;
            case "depth":
                output.WriteLine(Depth(n));
                break;
            case "memory":
                var kept = new List<byte[]>();
                for (int i = 0; i < n; i++)
                {
                    kept.Add(new byte[1 << 20]);
                    for (int j = 0; j < 1 << 20; j += 1024) kept[i][j] = 1;
                }
                output.WriteLine(kept.Count);
                break;
            case "exit":
                Environment.Exit(3);
                break;
            case "throw":
                throw new InvalidOperationException("on purpose");
            case "divide":
                output.WriteLine(1000 / n);
                break;
            case "output":
                for (int i = 0; i < n; i++) output.Write("1234567\n");
                break;
            case "threads":
                var tasks = Enumerable.Range(0, 4).Select(_ => Task.Run(() => Enumerable.Range(1, 1000).Sum()));
                output.WriteLine(Task.WhenAll(tasks.ToArray()).Result.Sum());
                break;
        }
        output.Flush();
    }
}
