// What a judge may leave behind, and must not: processes, control groups, mounts.

import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

import { sleep, until } from "./wait.mjs";

/** `{ pid, parent, started, name }` of every process; a number may be used again, number and start may not. */
export function processes() {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return numbers.map(Number).map(status).filter(Boolean);
}

function status(pid) {
  const text = readOrNothing(`/proc/${pid}/stat`);
  // The name, in brackets, may hold anything.
  const end = text.lastIndexOf(")");
  if (end < 0) return null;
  const rest = text.slice(end + 2).split(" ");
  // A zombie uses nothing; it waits for its parent to look.
  if (rest[0] === "Z") return null;
  return { pid, parent: Number(rest[1]), started: rest[19], name: text.slice(text.indexOf("(") + 1, end) };
}

/** All processes below `pid`, itself left out. */
export function descendants(pid) {
  const all = processes();
  const found = [];
  const parents = [pid];
  while (parents.length > 0) {
    const parent = parents.pop();
    for (const one of all.filter((process) => process.parent === parent)) {
      found.push(one);
      parents.push(one.pid);
    }
  }
  return found;
}

/** Those of `known` that still run. */
export function alive(known) {
  return known.filter((one) => status(one.pid)?.started === one.started);
}

/** Looks at a process and all below it while it runs, and remembers everybody that it saw. */
export class Family {
  constructor() {
    this.seen = new Map();
    this.watching = true;
  }

  /** To be given to `run` as `during`. */
  watch = async (pid) => {
    this.pid = pid;
    while (this.watching) {
      this.look();
      await sleep(20);
    }
  };

  look() {
    for (const one of descendants(this.pid)) this.seen.set(`${one.pid} ${one.started}`, one);
  }

  get members() {
    return [...this.seen.values()];
  }

  /** Everything of it is gone by now or very soon. */
  async gone(seconds = 2) {
    this.watching = false;
    await nothingLeft(this.pid, this.members, seconds);
  }
}

/** No process of `known`, no control group of the judge `pid`, and no mount of anybody's box. */
export async function nothingLeft(pid, known, seconds = 2) {
  let left;
  const look = () => {
    left = [
      ...alive(known).map((one) => `process ${one.pid} (${one.name})`),
      ...controlGroups(pid).map((path) => `control group ${path}`),
      ...strangeMounts().map((line) => `mount ${line}`),
    ];
    return left.length === 0;
  };
  await until("nothing left behind", seconds, look).catch((error) => {
    throw new Error(`${error.message}; there is still:\n${left.join("\n")}`);
  });
}

/** The groups that the judge of this process id makes, in whichever hierarchy. */
export function controlGroups(pid) {
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n").map((line) => line.split(" "));
  const roots = mounts.filter(([, , kind]) => kind === "cgroup" || kind === "cgroup2").map(([, path]) => path);
  return roots.flatMap((root) => below(root, `judge-${pid}`, 6));
}

function below(folder, name, depth) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // It went while we looked, or is closed to us: then it is not ours.
  }
  const folders = entries.filter((entry) => entry.isDirectory());
  const found = folders.filter((entry) => entry.name === name).map((entry) => join(folder, entry.name));
  return depth === 0 ? found : [...found, ...folders.flatMap((entry) => below(join(folder, entry.name), name, depth - 1))];
}

const mountsBefore = mounts();

function mounts() {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n");
  return new Set(lines.map((line) => line.split(" ").slice(3).join(" ")));
}

/** Mounts that were not there when this process began. */
function strangeMounts() {
  return [...mounts()].filter((line) => !mountsBefore.has(line));
}

/** Processes whose working directory lies in `folder`, as Postgres' do in their cluster. */
export function processesIn(folder) {
  const place = realpathSync(folder);
  return processes().filter(({ pid }) => {
    try {
      const where = readlinkSync(`/proc/${pid}/cwd`);
      return where === place || where.startsWith(`${place}/`);
    } catch {
      return false; // Gone, or another user's.
    }
  });
}

function readOrNothing(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
