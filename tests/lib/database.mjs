// Databases on the throw-away cluster, and a look at their rows.

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

import { alive, descendants } from "./left.mjs";
import { atTheEnd, scratch } from "./scratch.mjs";
import { until } from "./wait.mjs";

const execute = promisify(execFile);

function shared() {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL must name a cluster to make databases on: run the tests by `make system`");
  return url;
}

/** The rows that a query brings, as objects. */
export async function rows(url, query) {
  const wrapped = `select coalesce(json_agg(r), '[]') from (${query}) r`;
  const { stdout } = await psql(url, wrapped);
  return JSON.parse(stdout);
}

/** The one value of the one row. */
export async function value(url, query) {
  const [row] = await rows(url, query);
  return Object.values(row)[0];
}

export function psql(url, command) {
  return execute("psql", ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", command], {
    env: { PATH: process.env.PATH },
    timeout: 20_000,
    maxBuffer: 64 << 20,
  });
}

/** The address of a new empty database. */
export async function freshDatabase() {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await psql(shared(), `create database ${name}`);
  return shared().replace("/postgres?", `/${name}?`);
}

/** How the private cluster of `judge up` is reached, for whoever may. */
export function privateUrl(data) {
  return `postgres:///postgres?host=${encodeURIComponent(`${data}/run`)}&port=5432&user=judge`;
}

/**
 * A cluster of the test's own, which it may stop, start and kill: `{ url, stop(mode), start(), kill() }`. `listen` is an
 * address at which it is reached by TCP, too, then as `tcp`.
 */
export async function cluster({ listen = "" } = {}) {
  const folder = scratch();
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const [uid, gid] = owner();
  for (const path of [folder, data]) chownSync(path, uid, gid);
  const program = async (name, ...args) => {
    await execute(join(binaries(), name), ["-D", data, ...args], { uid, gid, cwd: "/", timeout: 60_000 });
  };
  await program("initdb", "-U", "judge", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8");
  if (listen) appendFileSync(join(data, "pg_hba.conf"), "host all all samenet trust\n");
  const port = listen ? await freePort(listen) : 5432;
  const settings = `-k ${folder} -p ${port} -c listen_addresses=${listen} -c fsync=off -c full_page_writes=off`;
  const start = () => program("pg_ctl", "-s", "-w", "-l", join(folder, "log"), "-o", settings, "start");
  const stop = (mode) => program("pg_ctl", "-s", "-w", "-m", mode, "stop");
  const first = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  /** With -9; its children follow it by themselves. */
  const kill = async () => {
    const children = descendants(first());
    process.kill(first(), "SIGKILL");
    await until("the server's processes are gone", 10, () => alive(children).length === 0);
  };
  await start();
  atTheEnd(() => killServer(data));
  return {
    url: `postgres://judge@localhost:${port}/postgres?host=${folder}`,
    tcp: `postgres://judge@${listen}:${port}/postgres`,
    start,
    stop,
    kill,
  };
}

/** A port of `address` at which nobody listens. */
export async function freePort(address) {
  const server = createServer().listen(0, address);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Whose the cluster is: initdb refuses root. */
function owner() {
  if (process.getuid() !== 0) return [process.getuid(), process.getgid()];
  const line = readFileSync("/etc/passwd", "utf8").match(/^postgres:[^:]*:(\d+):(\d+)/m);
  return line.slice(1).map(Number);
}

/** Those of the newest version. */
function binaries() {
  const versions = readdirSync("/usr/lib/postgresql").map(Number).sort((a, b) => a - b);
  return `/usr/lib/postgresql/${versions.at(-1)}/bin`;
}

function killServer(data) {
  try {
    process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
  } catch {
    // It was stopped before.
  }
}
