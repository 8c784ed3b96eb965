import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Begins with what takes longest, so that no file runs alone at the end: what starts processes, or computes for a minute, then
 * whole services.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (/(?:linear-parsers|\.crash|\.kill|\.explore|\.e2e)\.test\.ts$/.test(moduleId)) return 0;
  return /\/test\/(?!architecture|support)/.test(moduleId) ? 1 : 2;
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**"],
    globalSetup: ["test/support/global-setup.ts"],
    // A millisecond for each file; fast-check itself is loaded once for each worker.
    setupFiles: ["test/support/fixed-seed.ts"],
    pool: "forks",
    // Most files import the whole product; they leave nothing behind in it that another one would notice.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Two more than the cores of a small machine: many files mostly wait, for processes that they started or for time.
    maxWorkers: 4,
    // Limits of time end hangs only: a machine may be twenty times as busy as this suite expects, where the longest test
    // of a quiet one, 90 seconds, takes ten times as long.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 300_000, interval: 40 } },
  },
});
