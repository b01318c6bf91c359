// `judge compare` and `judge bench compare`: exit statuses, reasons, JSON, and what is said to who asks wrongly.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { judge } from "./lib/judge.mjs";
import { scratch } from "./lib/scratch.mjs";

const folder = scratch();

function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const answer = file("answer", "1 2\n3\n");
const same = file("same", "1 2 \r\n3");
const wrong = file("wrong", "1 2\n4\n");
const spaced = file("spaced", "1  2\n3\n");
const words = file("words", "1 2\nthree\n");

test("each verdict has its exit status, and the reason is told", async () => {
  for (const [family, output, code, told] of [
    ["wcmp", same, 42, "accepted\n"],
    ["wcmp", wrong, 43, 'wrong answer: Line 2, column 1 (word 3): expected "3", got "4".\n'],
    ["std::ncmp.cpp", words, 44, /^presentation error: Line 2, column 1 \(word 3\): a 64-bit integer is expected/],
    ["hustoj", spaced, 44, /^presentation error: Line 1, column 3/],
    ["dmoj:standard", spaced, 42, "accepted\n"],
    ["cms-whitediff", spaced, 42, "accepted\n"],
    ["hydro-default", spaced, 43, /^wrong answer: Line 1, column 3/],
    ["icpc", wrong, 43, /^wrong answer: Line 2, column 1/],
  ]) {
    const said = await judge(["compare", family, answer, output]);
    assert.equal(said.code, code, `${family}: ${said.stdout}${said.stderr}`);
    if (told instanceof RegExp) assert.match(said.stdout, told);
    else assert.equal(said.stdout, told);
  }
});

test("arguments stand behind --, and JSON has everything", async () => {
  const near = await judge(["compare", "icpc", answer, wrong, "--", "float_absolute_tolerance", "1"]);
  assert.equal(near.code, 42, near.stderr);
  const half = await judge(["compare", "linecount", answer, wrong, "--json"]);
  assert.equal(half.code, 43, half.stderr);
  assert.deepEqual(JSON.parse(half.stdout), {
    family: "dmoj-linecount",
    args: [],
    verdict: "WA",
    share: 0.5,
    points: null,
    reason: "1 of 2 lines are right; the first that is not is line 2.",
  });
});

test("who asks wrongly is told what would be right", async () => {
  for (const [args, told] of [
    [["wcpm", answer, same], /there is no comparator "wcpm": did you mean wcmp\?/],
    [["wcmp", answer], /give FAMILY, ANSWER and OUTPUT/],
    [["wcmp", answer, join(folder, "none")], /cannot read .*none: No such file/],
    [["wcmp", folder, same], /cannot read .*: Is a directory/],
    [["ncmp", words, answer], /testlib-ncmp cannot judge by .*words: .* 64-bit integer is expected, "three" is none/],
    [["wcmp", answer, same, "--", "case_sensitive"], /testlib-wcmp takes no arguments/],
    [["wcmp", answer, same, "--bogus"], /unexpected argument '--bogus'/],
    [["wcmp", answer, same, same], /unexpected argument/],
    [["floats", answer, same, "--", "precison=4"], /it has precision, error_mode, binary_data/],
  ]) {
    const said = await judge(["compare", ...args]);
    assert.equal(said.code, 1, `${args}: ${said.stdout}${said.stderr}`);
    assert.match(said.stderr, told);
    assert.equal(said.stdout, "");
  }
});

test("all comparators are listed", async () => {
  const said = await judge(["compare", "--list", "--json"]);
  assert.equal(said.code, 0, said.stderr);
  const names = JSON.parse(said.stdout).map((entry) => entry.name);
  for (const name of ["icpc", "testlib-rcmp9", "dmoj-sorted", "cms-realprecision", "hydro-strict", "hustoj"]) {
    assert.ok(names.includes(name), name);
  }
});

test("speeds are told", async () => {
  const said = await judge(["bench", "compare", "--megabytes", "1", "--json"]);
  assert.equal(said.code, 0, said.stderr);
  const report = JSON.parse(said.stdout);
  for (const key of ["tokens_mb_s", "lines_mb_s", "floats_mb_s", "exact_mb_s", "memcmp_mb_s"]) {
    assert.ok(report[key] > 0, `${key}: ${report[key]}`);
  }
});
