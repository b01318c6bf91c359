// Waiting with a limit: nothing here hangs.

import { setTimeout as sleep } from "node:timers/promises";

export { sleep };

/** What limits are stretched by: a machine that others use, too, stands still for seconds now and then. */
export const PATIENCE = process.env.CI ? 3 : 1;

/** The first true value of `look`, which is asked again and again. `what` names it when it never comes. */
export async function until(what, limit, look, pauseMs = 50) {
  const seconds = limit * PATIENCE;
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(pauseMs);
  }
}

/** What `promise` comes to, or an error after so many seconds. */
export async function within(what, limit, promise) {
  const seconds = limit * PATIENCE;
  const abort = new AbortController();
  const late = sleep(seconds * 1000, null, { signal: abort.signal }).then(() => {
    throw new Error(`not within ${seconds} s: ${what}`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    abort.abort();
    late.catch(() => {});
  }
}
