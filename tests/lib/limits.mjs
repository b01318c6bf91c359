// Whether a program was stopped in good time.

import assert from "node:assert/strict";
import { cpus, loadavg } from "node:os";

/** A limit ends a program within this much more, in milliseconds. */
const GRACE = 500;
/** What a wall limit can grow by where the program's core was busy with others, in wall limits. */
const MOST_WAIT = 4;

/** `cpu` and `wall` are the limits in milliseconds. */
export function withinLimits(report, cpu, wall) {
  const busy = loadavg()[0] > cpus().length + 1;
  const most = busy ? wall * (1 + MOST_WAIT) : wall;
  assert.ok(report.cpu_ms <= cpu + GRACE, `${report.cpu_ms} ms of CPU; the limit is ${cpu}`);
  assert.ok(report.wall_ms <= most + GRACE, `${report.wall_ms} ms; the limit is ${wall}`);
}
