// `judge problem export` and `judge problem convert`: what comes out is judged as what went in.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { freshDatabase } from "./lib/database.mjs";
import { environment, judge, judgeOk, ROOT, run } from "./lib/judge.mjs";
import { twice, write } from "./lib/package.mjs";
import { scenario } from "./lib/scenario.mjs";
import { scratch } from "./lib/scratch.mjs";

const PACKAGES = join(ROOT, "tests/packages");
const folder = scratch();

/** What every submission of a package comes to, whatever folder it lies in. */
async function verdicts(pack, options = []) {
  const answer = await judge(["problem", "check", pack, "--json", ...options], { seconds: 200 });
  const [report] = JSON.parse(answer.stdout);
  return report.submissions.map((one) => [one.path.split("/").at(-1), one.verdict, one.score]).sort();
}

const LIMITS = ["--time-limit", "2s", "--memory-limit", "256M"];

/** Checkers and interactors that speak another protocol, points of several kinds. */
for (const [format, name, options] of [
  ["cms", "checker", []],
  ["dmoj", "bridged-testlib", LIMITS],
  ["dmoj", "bridged-coci", LIMITS],
  ["dmoj", "bridged-default", LIMITS],
  ["dmoj", "bridged-peg", LIMITS],
  ["dmoj", "python-checker", LIMITS],
  ["icpc", "on-source", []],
  ["polygon", "guess-interactive", []],
]) {
  scenario(`the package of ${format}/${name} is judged the same in the ICPC format`, 240, async () => {
    const archive = join(folder, `${name}.zip`);
    await judgeOk(["problem", "convert", join(PACKAGES, format, name), ...options, "-o", archive]);
    assert.deepEqual(await verdicts(archive), await verdicts(join(PACKAGES, format, name), options));
  });
}

scenario("a problem is exported in the ICPC format, and as it came, byte for byte; what edits took away is told", 120, async () => {
  const env = environment({ DATABASE_URL: await freshDatabase() });
  await judgeOk(["migrate"], { env });
  const pack = twice(join(folder, "twice"), { "generators/gen.py": "print(1)\n", "NOTES.txt": "for us\n" });
  await judgeOk(["problem", "import", pack], { env });
  const [made, same] = [join(folder, "made.zip"), join(folder, "same.zip")];
  const report = JSON.parse(await judgeOk(["problem", "export", "twice", "-o", made, "--json"], { env }));
  assert.deepEqual(report, { problem: "twice", version: 1, file: made, losses: [] });
  assert.equal((await judge(["problem", "check", made])).code, 0);
  await judgeOk(["problem", "export", "twice", "--version", "1", "--format", "origin", "-o", same], { env });
  const back = scratch();
  await run("unzip", ["-q", same, "-d", back]);
  assert.equal((await run("diff", ["-r", pack, join(back, "twice")])).stdout, "");
  const copied = join(write(folder, { "again/twice.zip": readFileSync(same) }), "again/twice.zip");
  const again = JSON.parse(await judgeOk(["problem", "import", copied, "--dry-run", "--json"], { env }));
  assert.equal(again.unchanged, true, "the same files are the same version");
});

scenario("what cannot be written is told in words, and no file is left", 60, async () => {
  const env = environment({ DATABASE_URL: await freshDatabase() });
  await judgeOk(["migrate"], { env });
  const file = join(folder, "none.zip");
  const unknown = await judge(["problem", "export", "nowhere", "-o", file], { env });
  assert.deepEqual([unknown.code, /there is no problem "nowhere"/.test(unknown.stderr)], [2, true], unknown.stderr);
  const broken = write(join(folder, "broken"), { "problem.yaml": "name: x\n" });
  assert.equal((await judge(["problem", "convert", broken, "-o", file])).code, 1);
  assert.equal((await run("ls", [file])).code, 2);
});
