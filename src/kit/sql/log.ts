import type { Log } from "../log/log.ts";

/** The needs of this room from a logger. */
export type SqlLog = Pick<Log, "info" | "warn" | "error">;
