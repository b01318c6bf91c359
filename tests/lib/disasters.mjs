// What may befall a worker but for its own death: a cable that is pulled, a disk that is full, a clock that jumps.

import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { JUDGE, ROOT } from "./judge.mjs";
import { atTheEnd, scratch } from "./scratch.mjs";

const NET = "10.213.77";

function ip(...args) {
  return execFileSync("ip", args, { stdio: ["ignore", "pipe", "pipe"] });
}

/** A network of two: us, and whoever is started by `command` and reaches us at `address` while the cable is in. */
export class Cable {
  constructor() {
    const id = process.pid.toString(36);
    [this.name, this.ours, this.theirs] = [`judge-${id}`, `jo${id}`, `jt${id}`];
    this.address = `${NET}.1`;
    atTheEnd(() => this.remove());
    ip("netns", "add", this.name);
    ip("link", "add", this.ours, "type", "veth", "peer", "name", this.theirs, "netns", this.name);
    ip("addr", "add", `${this.address}/24`, "dev", this.ours);
    ip("-n", this.name, "addr", "add", `${NET}.2/24`, "dev", this.theirs);
    ip("-n", this.name, "link", "set", this.theirs, "up");
    this.plug();
    // Not by `ip netns exec`, which mounts another /sys, where there are no control groups.
    this.command = ["nsenter", `--net=/run/netns/${this.name}`, JUDGE];
  }

  /** Everything is lost on the way, and nobody is told. */
  pull() {
    ip("link", "set", this.ours, "down");
  }

  plug() {
    ip("link", "set", this.ours, "up");
  }

  remove() {
    try {
      ip("netns", "del", this.name);
    } catch {
      // It was removed before, or never made.
    }
  }
}

/** A disk of two megabytes at `folder`. */
export class Disk {
  constructor(folder) {
    this.folder = folder;
    this.filler = join(folder, "filler");
    mkdirSync(folder, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", folder]);
    atTheEnd(() => this.remove());
  }

  /** Nothing more can be written, and what was there is gone. */
  fill() {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { force: true });
    const file = openSync(this.filler, "w");
    try {
      for (;;) writeSync(file, Buffer.alloc(4096));
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  clear() {
    rmSync(this.filler, { force: true });
  }

  remove() {
    try {
      execFileSync("umount", ["--lazy", this.folder], { stdio: "ignore" });
    } catch {
      // It was removed before.
    }
  }
}

/** A clock on the wall that is wrong, for who is started with `env`: how time passes stays as it is. */
export class Clock {
  constructor() {
    const folder = scratch();
    const library = join(folder, "clock.so");
    execFileSync("gcc", ["-O2", "-shared", "-fPIC", "-o", library, join(ROOT, "tests/lib/clock.c")]);
    const file = join(folder, "seconds");
    this.file = openSync(file, "w+");
    this.step(0);
    this.env = { LD_PRELOAD: library, WRONG_CLOCK: file };
  }

  /** So many seconds ahead; negative, behind. */
  step(seconds) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    writeSync(this.file, bytes, 0, 8, 0);
  }
}
