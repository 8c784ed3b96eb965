/** How the parts of this benchmark print what they have measured. */

export type Print = (line: string) => void;

/** A line of the table: what was measured, the result, and what it is compared with. */
export function row(what: string, result: string, against: string): string {
  return `${what.padEnd(44)} ${result.padEnd(48)} ${against}`.trimEnd();
}

/** Lets the machine come to rest between measurements. */
export async function rest(): Promise<void> {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 200));
}
