// The real program: run to its end, or as a service.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { warm } from "./cache.mjs";
import { watch } from "./scenario.mjs";
import { own, scratch } from "./scratch.mjs";
import { within } from "./wait.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** A debug build, which also checks its own arithmetic; $JUDGE names another. */
export const JUDGE = process.env.JUDGE || join(ROOT, "target/debug/judge");
export const JUDGE_BOX = join(dirname(JUDGE), "judge-box");
export const PROBLEMS = join(ROOT, "problems");

let data;

/** The environment of a test's judge: what it keeps is kept in a folder of the test's, whatever our own says. */
export function environment(more = {}) {
  const { DATABASE_URL, JUDGE_DATA, JUDGE_CONFIG, RUST_LOG, ...rest } = process.env;
  data ??= warm(join(scratch(), "data"));
  return { ...rest, JUDGE_DATA: data, ...more };
}

/**
 * Runs a command to its end: `{ code, signal, stdout, stderr, seconds, pid }`.
 * `during(pid)` is called as soon as it runs.
 */
export async function run(command, args, { stdin = "", seconds = 60, env = environment(), cwd, during } = {}) {
  const began = process.hrtime.bigint();
  const child = own(spawn(command, args, { env, cwd, stdio: ["pipe", "pipe", "pipe"] }));
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  child.stdin.on("error", () => {}); // A command that reads nothing may be gone already.
  child.stdin.end(stdin);
  const ended = once(child, "close");
  during?.(child.pid);
  const [code, signal] = await within(`the end of ${command} ${args.join(" ")}`, seconds, ended).catch((error) => {
    child.kill("SIGKILL");
    throw new Error(`${error.message}\n${stdout()}${stderr()}`);
  });
  const elapsed = Number(process.hrtime.bigint() - began) / 1e9;
  return { code, signal, stdout: stdout(), stderr: stderr(), seconds: elapsed, pid: child.pid };
}

function collect(stream) {
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** `judge ARGS…` to its end. */
export function judge(args, options) {
  return run(JUDGE, args, options);
}

/** The same, where success is expected: its standard output. */
export async function judgeOk(args, options) {
  const answer = await judge(args, options);
  if (answer.code !== 0) {
    throw new Error(`judge ${args.join(" ")} ended with ${answer.code ?? answer.signal}:\n${answer.stdout}${answer.stderr}`);
  }
  return answer.stdout;
}

/** How well this machine isolates: `full`, or `practice` where there are no control groups. */
export async function grade() {
  return JSON.parse(await judgeOk(["doctor", "--json"])).grade;
}

/** A judge that runs until it is stopped. */
export class Service {
  constructor(name, command, args, options) {
    this.name = name;
    /** Everything that it wrote, in order. */
    this.log = "";
    this.child = own(spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }));
    this.pid = this.child.pid;
    this.ended = once(this.child, "close");
    this.said = new Set();
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on("data", (chunk) => {
        this.log += chunk;
        this.said.forEach((look) => look());
      });
    }
    this.child.once("close", () => this.said.forEach((look) => look()));
    watch(this);
  }

  static judge(args, { env = {}, cwd, command = [JUDGE] } = {}) {
    const [program, ...before] = command;
    return new Service(`judge ${args[0]}`, program, [...before, ...args], { env: environment(env), cwd });
  }

  get running() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What `pattern` finds in the log, once it is there. */
  async says(pattern, seconds = 60) {
    let look;
    const found = new Promise((resolve, reject) => {
      look = () => {
        const match = this.log.match(pattern);
        if (match) resolve(match);
        else if (!this.running) reject(new Error(`${this.name} ended without saying ${pattern}`));
      };
      this.said.add(look);
      look();
    });
    return within(`${this.name} says ${pattern}`, seconds, found).finally(() => this.said.delete(look));
  }

  /** Asks it to end and waits: its exit status. */
  stop(seconds = 40) {
    this.child.kill("SIGTERM");
    return this.ends(seconds);
  }

  /** Waits until it ends by itself: its exit status. */
  async ends(seconds = 20) {
    const [code, signal] = await within(`the end of ${this.name}`, seconds, this.ended);
    return code ?? signal;
  }

  async kill() {
    this.child.kill("SIGKILL");
    await within(`the end of ${this.name}`, 10, this.ended);
  }
}
