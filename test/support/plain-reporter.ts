/** Says in the very last line of a test run what came out of it: `12 passed, 0 failed`, and `, 3 skipped` if any were. */
import { writeSync } from "node:fs";
import type { Reporter, TestModule, TestRunEndReason } from "vitest/node";

export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const line = summary(modules, errors.length);
    // After the last word of the other reporters, and of vitest itself while it closes.
    process.once("exit", () => {
      writeSync(1, `${reason === "interrupted" ? "interrupted\n" : ""}${line}\n`);
    });
  }
}

function summary(modules: readonly TestModule[], unhandled: number): string {
  const count = { passed: 0, failed: unhandled, skipped: 0, pending: 0 };
  for (const module of modules) {
    for (const each of module.children.allTests()) count[each.result().state]++;
    // A file that cannot be loaded or a `beforeAll` that throws has no failed test to count, only tests that never ran.
    count.failed += [module, ...module.children.allSuites()].filter((each) => each.errors().length > 0).length;
  }
  const skipped = count.skipped + count.pending;
  return `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
