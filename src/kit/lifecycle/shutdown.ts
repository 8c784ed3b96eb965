/** Ends the process in order when it is told to: SIGINT and SIGTERM. */

interface ShutdownLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Supervisors mostly kill after 10 s; what is not closed by then would be killed anyway. */
const LIMIT_MS = 10_000;

/**
 * Runs `stopAll` at the first signal and exits with 0, or with 1 when it fails. A second signal, or more than `limitMs`
 * milliseconds, exits with 1 at once: nothing that was acknowledged is lost either way.
 */
export function onShutdown(log: ShutdownLog, stopAll: () => Promise<void>, limitMs = LIMIT_MS): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, `${signal}: stopping`);
    setTimeout(() => {
      log.error({ limitMs }, "stopping took too long");
      process.exit(1);
    }, limitMs).unref();
    stopAll().then(
      () => {
        log.info({}, "stopped");
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
