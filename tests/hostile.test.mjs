// What chokes compilers is a compile error with its reason; a validator that breaks is a judge error, never a verdict.

import assert from "node:assert/strict";
import { join } from "node:path";

import { headline, textOf } from "./lib/client.mjs";
import { judge } from "./lib/judge.mjs";
import { Family } from "./lib/left.mjs";
import { twice, write } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";
import { Site } from "./lib/site.mjs";

const folder = scratch();

const LIMITS = `problem_format_version: 2025-09
type: pass-fail
name: Twice
uuid: 5f3b7c9e-4f0c-4a39-9a44-51b51c0a4a58
limits:
  time_limit: 1
  memory: 64
  compilation_time: 4
  compilation_memory: 512
  validation_time: 1
  validation_memory: 128
  validation_output: 1
`;

/** What `judge test` says to people, and the verdict in it. */
async function test(pack, source) {
  const family = new Family();
  const { stdout, stderr } = await judge(["test", pack, source], { during: family.watch });
  await family.gone(5);
  const [, verdict] = stdout.match(/^([A-Z]+) \(.*\).*\n$/m) ?? [];
  return { verdict, words: stdout + stderr };
}

const BOMBS = {
  "templates without end": ["cpp", "template <int A, int B> struct T { static const int v = T<A - 1, B + 1>::v + T<A - 1, B - 1>::v; };\ntemplate <int B> struct T<0, B> { static const int v = 1; };\nint main() { return T<600, 0>::v; }\n"],
  "the endless file /dev/zero included": ["c", '#include "/dev/zero"\nint main(void) {}\n'],
  "a gigabyte of data in the program": ["c", "char a[1 << 30] = {1};\nint main(void) { return a[1]; }\n"],
  "sixteen gigabytes of data in the program": ["c", "int main[-1u] = {1};\n"],
  "an include of itself": ["cpp", "#include __FILE__\n#include __FILE__\nint main() {}\n"],
  "macros that double and double": ["c", `#define A0 x x x x x x x x\n${Array.from({ length: 12 }, (_, i) => `#define A${i + 1} A${i} A${i} A${i} A${i} A${i} A${i} A${i} A${i}\n`).join("")}int main(void) { A12 }\n`],
  "a constant of the gigabytes": ["py", "x = 'a' * 10 ** 10 ** 2\n"],
  "a wide type in Rust": ["rs", "macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*) } }\nfn main() { m!(a); }\n"],
};

const pack = twice(join(folder, "twice"), { "problem.yaml": LIMITS });

for (const [what, [ending, text]] of Object.entries(BOMBS)) {
  scenario(`${what} is an error of the source, told with its reason, in good time`, 60, async () => {
    const path = join(folder, `${what.replace(/\W/g, "_")}.${ending}`);
    write("/", { [path.slice(1)]: text });
    const began = Date.now();
    const report = await test(pack, path);
    // Python evaluates it when it runs; what it must not do is to take the judge down.
    assert.match(report.verdict, ending === "py" ? /^(CE|MLE|RE)$/ : /^CE$/, report.words.slice(0, 2000));
    assert.ok(Date.now() - began < 30_000);
    assert.match(report.words, /error|memory|time|large/i, "the reason");
    assert.ok(report.words.length < 300_000, "the compiler's words are capped");
  });
}

const VALIDATORS = {
  crashes: ["c", "#include <stdlib.h>\nint main(void) { abort(); }\n"],
  "throws an exception": ["py", "raise ValueError('secret of the jury')\n"],
  "exits with 0": ["c", "int main(void) { return 0; }\n"],
  "exits with 1": ["c", "int main(void) { return 1; }\n"],
  "loops for ever": ["c", "int main(void) { for (;;) {} }\n"],
  "sleeps for ever": ["py", "import time\ntime.sleep(1000)\n"],
  "eats memory": ["py", "x = []\nwhile True: x.append(bytearray(1 << 20))\n"],
  "writes feedback without end": ["py", "import sys\nf = open(sys.argv[3] + 'judgemessage.txt', 'w')\nwhile True: f.write('more and more\\n' * 1000)\n"],
  "kills everybody that it sees": ["py", "import os, signal\nos.kill(-1, signal.SIGKILL)\nos.kill(os.getpid(), signal.SIGKILL)\n"],
  "does not compile": ["cpp", "int main() { return nothing; }\n"],
};

const right = join(folder, "right.py");
const wrong = join(folder, "wrong.py");
write(folder, { "right.py": "print(2 * int(input()))\n", "wrong.py": "print('nothing')\n" });

for (const [what, [ending, text]] of Object.entries(VALIDATORS)) {
  scenario(`a validator that ${what} makes a judge error of a right program and of a wrong one`, 60, async () => {
    const broken = twice(join(folder, `validator_${what.replace(/\W/g, "_")}/twice`), {
      "problem.yaml": LIMITS,
      [`output_validator/validate.${ending}`]: text,
    });
    for (const source of [right, wrong]) {
      const report = await test(broken, source);
      assert.equal(report.verdict, "JE", report.words.slice(0, 2000));
      assert.doesNotMatch(report.words, /\b(AC|WA)\b/);
      assert.match(report.words, /validator/i, "whose fault it is");
    }
  });
}

scenario("a good validator with the same protocol accepts and rejects", 60, async () => {
  const sound = twice(join(folder, "sound/twice"), {
    "problem.yaml": LIMITS,
    "output_validator/validate.py": `
import sys
n = int(open(sys.argv[1]).read())
try:
    good = int(sys.stdin.read()) == 2 * n
except ValueError:
    good = False
if not good:
    open(sys.argv[3] + "judgemessage.txt", "w").write("not twice")
sys.exit(42 if good else 43)
`,
  });
  assert.equal((await test(sound, right)).verdict, "AC");
  assert.equal((await test(sound, wrong)).verdict, "WA");
});

scenario("on the site the contestant is told that it is not their fault, and the jury why", 120, async () => {
  const broken = twice(join(folder, "site/twice"), {
    "problem.yaml": LIMITS,
    "output_validator/validate.py": "raise ValueError('secret of the jury')\n",
  });
  const site = await Site.still([broken]);
  await site.serve();
  const worker = await site.work("worker");
  const ada = await site.user("ada");
  const jury = await site.user("jury", "jury");
  const number = await ada.submit("twice", "python3", "print(2 * int(input()))\n");
  const last = (await ada.follow(number, 90)).at(-1);
  assert.match(headline(last), /^judge error/);
  assert.match(textOf(last), /failure of the judge, not yours/);
  assert.ok(!textOf(last).includes("secret of the jury"));
  assert.match(textOf(await jury.page(`/submissions/${number}`)), /secret of the jury/);
  assert.equal((await site.judging(number)).verdict, "JE");

  const bomb = await ada.submit("twice", "cpp", BOMBS["templates without end"][1]);
  const told = (await ada.follow(bomb, 60)).at(-1);
  assert.equal(headline(told), "compile error");
  assert.equal(await worker.stop(), 0);
  assert.equal(await site.service.stop(), 0);
});
