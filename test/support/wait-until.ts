import { vi } from "vitest";

/** How long a test waits for a condition. Far beyond what a busy machine needs: only a hang lasts this long. */
export const PATIENCE_MS = 120_000;

/** Repeats `check` until it no longer throws, and answers what it answers. */
export function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
