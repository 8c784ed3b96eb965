/** A log for parts whose troubles are told elsewhere already. */
import type { Log } from "../../kit/log/log.ts";

/** What it is told is written for those who look for details only. */
export function quietly(log: Log): Pick<Log, "info" | "warn"> {
  return {
    info: (fields, message) => log.debug(fields, message),
    warn: (fields, message) => log.debug(fields, message),
  };
}
