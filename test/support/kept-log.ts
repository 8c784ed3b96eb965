import type { SqlLog } from "../../src/kit/sql/log.ts";

/** A log that keeps its lines, for tests to look at. */
export interface KeptLog extends SqlLog {
  readonly entries: readonly { level: string; fields: Readonly<Record<string, unknown>>; message: string }[];
}

export function keptLog(): KeptLog {
  const entries: { level: string; fields: Readonly<Record<string, unknown>>; message: string }[] = [];
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    entries.push({ level, fields, message });
  };
  return { entries, info: at("info"), warn: at("warn"), error: at("error") };
}
