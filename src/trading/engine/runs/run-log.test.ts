import { expect, test } from "vitest";
import { RunLog } from "./run-log.ts";

/** What keeps a slice back after these gates were closed, one after the other. */
function gateAfter(...closed: readonly (readonly [gate: string, why: string, rows?: RunLog["rows"]])[]) {
  const log = new RunLog();
  for (const [at, [gate, why, rows]] of closed.entries()) log.closed(at, gate, why, rows);
  return [log.gate, log.why];
}

const DELAY = ["slice_delay", "5000 ms are left"] as const;

test("the delay after a slice that could not be sent does not hide why", () => {
  const short = ["rows", "not enough USDT is free", [{ row: 0, why: "balance: USDT" }]] as const;
  expect(gateAfter(short, DELAY)).toEqual(["rows", "not enough USDT is free"]);
});

test.each(["halted", "plan", "unresolved_order", "book"])(
  "the gate %s is not shown any more once it is open",
  (gate) => {
    expect(gateAfter([gate, "for a while"], DELAY)).toEqual(DELAY);
  },
);
