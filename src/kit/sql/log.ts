import type { Log } from "../log/log.ts";

/** What this room needs of a logger. */
export type SqlLog = Pick<Log, "info" | "warn" | "error">;
