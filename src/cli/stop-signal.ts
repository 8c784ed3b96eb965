import { UserError } from "../kit/errors/user-error.ts";

/** For a command that ends wherever it is. */
export const STOPPED = "Stopped. What was done by then stays.";

/** Aborted when the command is stopped, with the message for the operator. A second signal ends it at once. */
export function stopSignal(message: string): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => stop.abort(new UserError(message)));
  }
  return stop.signal;
}
