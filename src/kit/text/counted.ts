/**
 * A number and what it counts, in English.
 *
 * @example
 * counted(1, "file"); // "1 file"
 * counted(2, "file"); // "2 files"
 */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
