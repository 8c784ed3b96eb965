import type { Statement } from "./database.ts";

/** Calls of functions of a schema may do anything. */
const READS = /^\s*select\b/i;
const CALLS_FUNCTION = /\b[a-z_]+\.[a-z_]+\(/i;

/** Whether a statement only reads, and perhaps locks what it reads until its transaction ends. */
export function isRead({ text }: Statement): boolean {
  return READS.test(text) && !CALLS_FUNCTION.test(text);
}
