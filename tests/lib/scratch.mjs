// Folders and processes of a test: whatever happens, they go when the test's process goes.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = [];
const children = new Set();
const endings = [];

process.on("exit", () => {
  for (const ending of endings) ending();
  for (const child of children) child.kill("SIGKILL");
  folders.forEach(remove);
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => process.exit(130));

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    // A server that was killed just now may still write there.
    console.error(`could not remove ${folder}: ${error.message}`);
  }
}

/** An empty folder into which other users may go: Postgres never runs as root. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "judge-test-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Ends a child with this process, if it has not ended before. */
export function own(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Has something done when this process ends, while its folders are still there. */
export function atTheEnd(ending) {
  endings.push(ending);
}
