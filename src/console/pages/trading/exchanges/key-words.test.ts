import { expect, test } from "vitest";
import { texts } from "../../../say.ts";
import { keyWords } from "./key-words.ts";

const T = texts.trading.exchanges.words;
const ACTIVE = {
  status: "active",
  permissions: { read: true, trade: true, withdraw: false },
  ip_restricted: true,
  waits_for: null,
  last_error: null,
} as const;

test("a key that reads, trades and does not withdraw is good", () => {
  expect(keyWords(ACTIVE, "live")).toEqual({ tone: "good", sentences: [T.trades, T.reads, T.withdrawsNot, T.bound] });
});

test("a key that may withdraw is bad, and that comes first", () => {
  const { tone, sentences } = keyWords({ ...ACTIVE, permissions: { ...ACTIVE.permissions, withdraw: true } }, "live");
  expect(tone).toBe("bad");
  expect(sentences[0]).toBe(T.withdraws);
});

test("what the exchange does not tell is not taken for a yes", () => {
  const permissions = { read: null, trade: null, withdraw: null };
  const { sentences } = keyWords({ ...ACTIVE, permissions, ip_restricted: null }, "live");
  expect(sentences).toEqual([T.tradesUnknown, T.readsUnknown, T.withdrawsUnknown, T.boundUnknown]);
});

test("a refused key says what the exchange said", () => {
  const { tone, sentences } = keyWords({ ...ACTIVE, status: "invalid", last_error: "Invalid API-key" }, "live");
  expect(tone).toBe("bad");
  expect(sentences.join(" ")).toContain("Invalid API-key");
});

test("a key without real money is not told to be restricted", () => {
  expect(keyWords({ ...ACTIVE, ip_restricted: false }, "live").sentences).toContain(T.unbound);
  expect(keyWords({ ...ACTIVE, ip_restricted: false }, "simulated").sentences).not.toContain(T.unbound);
});
