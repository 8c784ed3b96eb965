import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_HOOK_BYTES, parseHookText, triggerOf } from "./hook-text.ts";
import type { Direction } from "./trigger.ts";

const nothing = {
  side: undefined,
  action: undefined,
  position: undefined,
  executeWithinMs: undefined,
  maximumAmount: undefined,
  mark: "",
};

describe("a message is read", () => {
  test.each([
    ["buy open", { side: "buy", action: "open" }],
    ["Sell", { side: "sell" }],
    ["exit; id=7", { action: "close", mark: "id=7" }],
    ['{"signal":"buy","action":"open"}', { side: "buy", action: "open" }],
    // As TradingView's alerts of strategies are usually written.
    [
      '{"ticker":"BTCUSDT","action":"sell","market_position":"flat","price":"64000.5","time":"2026-01-01T00:00:00Z"}',
      { side: "sell", position: "flat", mark: "time=2026-01-01T00:00:00Z" },
    ],
    ["strategy.order.action=buy strategy.market_position=long", { side: "buy", position: "long" }],
    ["buy strategy.order.id=Long timenow=1", { side: "buy", mark: "timenow=1" }],
    ['{"action":"sell","order_id":"Long"}', { side: "sell" }],
    [
      '{"side":"buy","execute_within":5000,"maximum_amount":"250.5"}',
      { side: "buy", executeWithinMs: 5_000, maximumAmount: "250.5" },
    ],
    ["buy BUY signal=buy", { side: "buy" }],
  ])("%s", (text, said) => {
    expect(parseHookText(text)).toEqual({ ...nothing, ...said });
  });
});

describe("a message is refused", () => {
  test.each([
    ["", /empty/],
    ["  \n ", /empty/],
    ["{{strategy.order.action}}", /placeholder/],
    ['{"action":"{{strategy.order.action}}"}', /placeholder/],
    ["BTCUSDT Crossing 64000", /"BTCUSDT" means nothing/],
    ["buy price=5", /"price=5" means nothing/],
    ['{"action":"buy"', /not a JSON object/],
    ['{"action":["buy"]}', /action must be text/],
    ['{"action":"constructor"}', /means nothing/],
    ["buy sell", /both buy and sell/],
    ['{"action":"open","signal":"close"}', /both open and close/],
    ["buy execute_within=0", /execute_within/],
    ["buy execute_within=1.5", /execute_within/],
    ["buy maximum_amount=0", /maximum_amount/],
    ["buy maximum_amount=-3", /maximum_amount/],
    ["buy ".repeat(60), /more than 50 words/],
  ])("%s", (text, reason) => {
    expect(parseHookText(text)).toEqual({ kind: "refused", reason: expect.stringMatching(reason) });
  });

  test("or read, whatever it is, and never fails", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.json()), (text) => {
        const read = parseHookText(text.slice(0, MAX_HOOK_BYTES));
        expect("kind" in read ? read.kind : "read").toMatch(/^(refused|read)$/);
      }),
    );
  });
});

describe("what a message triggers", () => {
  test.each<[string, Direction | undefined, Direction | undefined, string | RegExp]>([
    ["buy", undefined, undefined, "buy open"],
    ["sell", undefined, undefined, "sell open"],
    ["sell", "long", undefined, "sell close"],
    ["buy", "short", undefined, "buy close"],
    ["buy", "long", undefined, "buy open"],
    ["open", undefined, "short", "sell open"],
    ["open", undefined, undefined, /buy or with sell/],
    ["close", "short", undefined, "buy close"],
    ["sell close", "long", undefined, "sell close"],
    ["long", undefined, undefined, "buy open"],
    ["flat", "long", undefined, "sell close"],
    ["flat", undefined, undefined, /closed already/],
    // The tool turns its position round: what is open is closed first.
    ["sell short", "long", undefined, "sell close"],
    ["buy flat", "long", undefined, /does not lead/],
    ["long close", undefined, undefined, /means open, not close/],
    ["id=3", undefined, undefined, /names no signal/],
  ])("%s while %s is open", (text, open, direction, expected) => {
    const message = parseHookText(text);
    if ("kind" in message) throw new Error(message.reason);
    const trigger = triggerOf(message, { open, direction });
    if (expected instanceof RegExp)
      expect(trigger).toEqual({ kind: "refused", reason: expect.stringMatching(expected) });
    else expect("kind" in trigger ? trigger.reason : `${trigger.side} ${trigger.action}`).toBe(expected);
  });
});
