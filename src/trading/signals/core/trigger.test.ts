import fc from "fast-check";
import { expect, test } from "vitest";
import { decideTrigger, type Direction, type TriggeredSignal } from "./trigger.ts";

const closed: TriggeredSignal = { open: undefined, direction: undefined };

test.each<[string, TriggeredSignal, "buy" | "sell", "open" | "close", Direction | RegExp]>([
  ["a closed signal opens with a purchase", closed, "buy", "open", "long"],
  ["a closed signal opens with a sale", closed, "sell", "open", "short"],
  ["a long signal does not open with a sale", { ...closed, direction: "long" }, "sell", "open", /opens with buy/],
  ["an open signal does not open again", { ...closed, open: "long" }, "buy", "open", /is open/],
  ["what was bought is closed by a sale", { ...closed, open: "long" }, "sell", "close", "long"],
  ["what was sold is closed by a purchase", { ...closed, open: "short" }, "buy", "close", "short"],
  ["what was bought is not closed by a purchase", { ...closed, open: "long" }, "buy", "close", /closes with sell/],
  ["a closed signal does not close", closed, "sell", "close", /closed/],
])("%s", (_, signal, side, action, expected) => {
  const verdict = decideTrigger(signal, { side, action });
  if (expected instanceof RegExp) expect(verdict).toEqual({ kind: "refused", reason: expect.stringMatching(expected) });
  else expect(verdict).toEqual({ kind: "accepted", direction: expected });
});

test("whatever is sent, openings and closings that are accepted take turns, and each closing is the opposite", () => {
  const triggers = fc.array(
    fc.record({ side: fc.constantFrom("buy", "sell"), action: fc.constantFrom("open", "close") }),
  );
  fc.assert(
    fc.property(triggers, fc.constantFrom("long", "short", undefined), (sent, direction) => {
      let open: Direction | undefined;
      let before: (typeof sent)[number] | undefined;
      for (const trigger of sent) {
        const verdict = decideTrigger({ open, direction }, trigger);
        if (verdict.kind === "refused") continue;
        expect(trigger.action).toBe(open === undefined ? "open" : "close");
        if (trigger.action === "close") expect(trigger.side).not.toBe(before?.side);
        if (direction) expect(verdict.direction).toBe(direction);
        open = trigger.action === "open" ? verdict.direction : undefined;
        before = trigger;
      }
    }),
  );
});
