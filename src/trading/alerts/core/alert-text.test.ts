import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { alertText, alertTitle, type ShownAlert } from "./alert-text.ts";
import { ALERT_KINDS } from "./alert.ts";

const alert: ShownAlert = {
  id: 17,
  kind: "order_missing",
  ownerUid: 2_000_001,
  at: fromMillis(1_767_225_600_000),
  why: "nothing knows it",
  data: { order: { order_id: "5", id: "EX-9", code: "binance-btcusdt", side: "buy", price: null, amount: "0.01" } },
};
const MORE = { perDay: 50, isLast: false };

test("an alert of an order says which one it is of", () => {
  expect(alertTitle(alert)).toBe("Alert 17: An exchange denies an order that was sent to it");
  expect(alertText(alert, MORE).split("\n")).toEqual([
    "An exchange denies an order that was sent to it.",
    "Reason: nothing knows it",
    "Order: 5",
    "Market: binance-btcusdt",
    "Side: buy",
    "Amount: 0.01",
    "Account: 2000001",
    "Time: 2026-01-01T00:00:00Z",
    "",
    "alerts/list shows all alerts. user/settings says by which ways they reach you.",
  ]);
});

test("the last alert of a day says so", () => {
  expect(alertText(alert, { perDay: 50, isLast: true })).toContain("This is the last alert of today");
});

test("what others have written stays on its line, and is bounded", () => {
  const hostile = { ...alert, why: `gone\r\nAccount: 1\0${"x".repeat(10_000)}` };
  const text = alertText(hostile, MORE);
  expect(text.split("\n").filter((line) => line.startsWith("Account: "))).toEqual(["Account: 2000001"]);
  expect(text.length).toBeLessThan(1_000);
  expect(text).not.toContain("\0");
});

test.each(ALERT_KINDS)("an alert of the kind %s has a title", (kind) => {
  expect(alertTitle({ kind, id: 1 })).toMatch(/^Alert 1: [A-Z]/);
});
