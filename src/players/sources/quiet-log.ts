/** A log for parts whose problems are already reported elsewhere. */
import type { Log } from "../../kit/log/log.ts";

/** Its messages are only for readers of details. */
export function quietly(log: Log): Pick<Log, "info" | "warn"> {
  return {
    info: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.debug(fields, message),
  };
}
