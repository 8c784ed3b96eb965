/** Ends the process in order when it is stopped: SIGINT, SIGTERM, and SIGHUP, which a terminal sends as it closes. */

import { processLanes } from "../files/disk-lanes.ts";

interface ShutdownLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Supervisors mostly kill after 10 s; what is not closed by then would be killed anyway. */
const LIMIT_MS = 10_000;

/**
 * npm and npx pass on the Ctrl-C that their terminal has sent to us as well. Where the shell between has made way for us
 * (bash does), it arrives twice within milliseconds.
 */
const ECHO_MS = 500;

/**
 * Runs `stopAll` at the first signal and exits with 0, or with 1 when it fails. A second signal, or more than `limitMs`
 * milliseconds, exits with 1 at once: nothing that was acknowledged is lost either way. The same signal within half a
 * second is the first one again, and changes nothing. Where a call to a disk hangs, the process kills itself in place of
 * its exit.
 */
export function onShutdown(log: ShutdownLog, stopAll: () => Promise<void>, limitMs = LIMIT_MS): void {
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    const atMs = performance.now();
    if (first?.signal === signal && atMs - first.atMs < ECHO_MS) return;
    if (first) endNow(1, log);
    first = { signal, atMs };
    log.info({ signal }, `${signal}: stopping`);
    setTimeout(() => {
      log.error({ limitMs }, "stopping took too long");
      endNow(1, log);
    }, limitMs).unref();
    stopAll().then(
      () => {
        log.info({}, "stopped");
        endNow(0, log);
      },
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        endNow(1, log);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
}

/** A disk that works answers sooner. */
const DISK_MS = 1_000;
const DISK_LOOK_MS = 10;

/** Node's exit waits for the threads, and one that asks a lost share never comes back. */
function endNow(code: number, log: ShutdownLog): void {
  if (!processLanes().isBusy()) process.exit(code);
  setInterval(() => {
    if (!processLanes().isBusy()) process.exit(code);
  }, DISK_LOOK_MS);
  setTimeout(() => {
    log.error({}, "a disk or share does not answer, and would keep this process: it is killed");
    process.kill(process.pid, "SIGKILL");
  }, DISK_MS);
}

/** Connections left open after a refusal have this long to end. */
const LEFT_OPEN_MS = 5_000;

/**
 * Ends the process after a refusal, with the exit code that is set, even if something was left open. That is an error
 * of ours, so it is reported; with nothing open the process has ended before.
 */
export function endSoon(): void {
  setTimeout(() => {
    process.stderr.write("Something was still open, and was cut off.\n");
    process.exit();
  }, LEFT_OPEN_MS).unref();
}
