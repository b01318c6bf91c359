// What judges compile and try before they start to work is the same for all of them: the tests share it.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { scratch } from "./scratch.mjs";

/** `tests/run` makes one for all files; a file that is run alone has its own. */
const shared = process.env.JUDGE_TEST_CACHE || scratch();

/** Makes the data folder `data`, whose compiled programs, headers and self-test are everybody's. */
export function warm(data) {
  mkdirSync(join(data, "cache"), { recursive: true });
  for (const part of ["programs", "warm", "self-test"]) {
    mkdirSync(join(shared, part), { recursive: true, mode: 0o700 });
    symlinkSync(join(shared, part), join(data, "cache", part));
  }
  return data;
}
