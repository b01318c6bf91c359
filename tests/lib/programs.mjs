// Programs for the package `twice` whose verdicts are known, whatever happens to who judges them.

const C = (body) => `#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) { int n; if (scanf("%d", &n) != 1) return 1; ${body} return 0; }\n`;

/** Of each verdict how often it comes in a hundred, and how such a program is written. Each number makes another one. */
const KINDS = [
  ["AC", 40, (number) => C(`printf("%d\\n", 2 * n); (void)${number};`)],
  // In the middle of a judging longer than anybody else.
  ["AC", 20, () => C(`usleep(100000); printf("%d\\n", 2 * n);`)],
  ["WA", 12, () => C(`printf("%d\\n", n == 21 ? 41 : 2 * n);`)],
  ["RE", 8, () => C(`if (n == 500) abort(); printf("%d\\n", 2 * n);`)],
  ["TLE", 5, () => C(`for (volatile unsigned i = 0; n == 1; i++); printf("%d\\n", 2 * n);`)],
  ["ILE", 1, () => C(`if (n == 1) sleep(1000); printf("%d\\n", 2 * n);`)],
  // Volatile: what nobody reads is not written, and not even asked for, by a compiler that optimises.
  ["MLE", 4, () => C(`for (volatile char *p; n == 1;) { p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 512) p[i] = 1; } printf("%d\\n", 2 * n);`)],
  ["OLE", 4, () => C(`for (; n == 1;) puts("and so on, and so on, and so on, and so on, and so on"); printf("%d\\n", 2 * n);`)],
  ["CE", 6, (number) => C(`printf("%d\\n", 2 * missing${number % 3});`)],
];

/** The program of that number: `{ verdict, source }`. Among any hundred in a row all kinds are. */
export function program(number) {
  // 37 and 100 have no factor in common: kinds come mixed.
  let place = (number * 37) % 100;
  for (const [verdict, share, source] of KINDS) {
    if (place < share) return { verdict, source: source(number) };
    place -= share;
  }
  throw new Error("the shares are not a hundred");
}
