import { describe, expect, test } from "vitest";
import { SERVER_STATUSES, decideStatusChange } from "./status.ts";
import type { ServerStatus } from "./status.ts";

type Row = [from: ServerStatus, old: string | null, to: ServerStatus, sent: string | undefined, outcome: string];

/** Outcome: what is stored as the message, with `*` where the status changes; or why it is refused. */
const rows: Row[] = [
  ["active", null, "active", undefined, "noChange"],
  ["active", null, "active", "why", "messageOnActive"],
  ["active", null, "deprecated", undefined, "null*"],
  ["active", null, "deprecated", "why", "why*"],
  ["active", null, "deleted", undefined, "null*"],
  ["active", null, "deleted", "why", "why*"],
  ["deprecated", null, "active", undefined, "null*"],
  ["deprecated", "old", "active", undefined, "null*"],
  ["deprecated", "old", "active", "why", "messageOnActive"],
  ["deprecated", null, "deprecated", undefined, "noChange"],
  ["deprecated", null, "deprecated", "", "noChange"],
  ["deprecated", null, "deprecated", "why", "why"],
  ["deprecated", "old", "deprecated", undefined, "null"],
  ["deprecated", "old", "deprecated", "old", "noChange"],
  ["deprecated", "old", "deprecated", "why", "why"],
  ["deprecated", "old", "deleted", undefined, "null*"],
  ["deprecated", "old", "deleted", "old", "old*"],
  ["deprecated", "old", "deleted", "why", "why*"],
  ["deleted", null, "active", undefined, "null*"],
  ["deleted", "old", "active", undefined, "null*"],
  ["deleted", "old", "active", "why", "messageOnActive"],
  ["deleted", "old", "deprecated", undefined, "null*"],
  ["deleted", "old", "deprecated", "why", "why*"],
  ["deleted", null, "deleted", undefined, "noChange"],
  ["deleted", "old", "deleted", undefined, "null"],
  ["deleted", "old", "deleted", "old", "noChange"],
  ["deleted", "old", "deleted", "why", "why"],
];

describe("a request for a status", () => {
  test.each(rows)("%s (%s) to %s (%s) gives %s", (status, statusMessage, to, sent, outcome) => {
    const decision = decideStatusChange({ status, statusMessage }, { status: to, statusMessage: sent });
    const said =
      decision.kind === "refused" ? decision.why : `${decision.statusMessage}${decision.statusChanged ? "*" : ""}`;
    expect(said).toBe(outcome);
    expect(decision).toMatchObject(decision.kind === "refused" ? {} : { status: to });
  });

  test("the table has every pair of states", () => {
    const pairs = new Set(rows.map(([from, , to]) => `${from} ${to}`));
    expect(pairs.size).toBe(SERVER_STATUSES.length ** 2);
  });
});
