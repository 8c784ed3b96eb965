/** Orders whose size is changed by hand at their exchange. */
import { describe, expect, test } from "vitest";
import { after, handed, ONE, told, traded, type Untimed } from "../../../../test/support/journal-events.ts";
import type { JournalState } from "./journal-order.ts";

describe("an order", () => {
  test.each<[string, readonly Untimed[], JournalState, readonly string[]]>([
    [
      "that is raised at its exchange lives on with what it fills",
      [handed, told("open"), told("open", 10n, { amount: 20n * ONE })],
      "partially_filled",
      ["alert_raised", "fetch_fills"],
    ],
    [
      "that was raised is filled by its fills",
      [handed, told("open", 0n, { amount: 20n * ONE }), traded("1", 10n), traded("2", 10n)],
      "filled",
      ["release", "book_fill"],
    ],
    [
      "that was filled, and lives because it was raised, is looked up",
      [handed, traded("1", 10n), told("open", 10n, { amount: 20n * ONE })],
      "filled",
      ["alert_raised", "lookup"],
    ],
    [
      "that was filled, and is found alive because it was raised, is cancelled",
      [
        handed,
        traded("1", 10n),
        told("open", 10n, { amount: 20n * ONE }),
        told("open", 10n, { amount: 20n * ONE, isLookup: true }),
      ],
      "filled",
      ["alert_appeared", "pause", "send_cancel"],
    ],
    [
      "that is made smaller at its exchange keeps its amount",
      [handed, told("open", 0n, { amount: 5n * ONE }), traded("1", 5n)],
      "partially_filled",
      ["book_fill"],
    ],
  ])("%s", (_, events, state, effects) => {
    const { order, effects: found } = after(...events);
    expect([order.state, [...found].sort()]).toEqual([state, [...effects].sort()]);
  });
});
