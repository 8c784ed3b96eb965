import { expect, test } from "vitest";
import { ExchangeRecord } from "./exchange-record.ts";

const health = (state: "ok" | "down", sinceMs: number) => ({ state, reason: "", sinceMs });

test("uptime is the share of time that an exchange was well", () => {
  const record = new ExchangeRecord(health("ok", 0), 1_000);
  expect([record.uptime(1_000), record.lastIssueMs]).toEqual([1, 0]);
  record.setHealth(health("down", 2_000), 2_000);
  expect(record.uptime(5_000)).toBe(0.25);
  record.setHealth(health("ok", 5_000), 5_000);
  expect(record.uptime(9_000)).toBe(5 / 8);
  expect([record.lastIssueMs, record.lastCheckedMs]).toEqual([2_000, 5_000]);
});

test("latency is the median of the last round trips", () => {
  const record = new ExchangeRecord(health("down", 0), 0);
  expect([record.latencyMs, record.uptime(0)]).toEqual([undefined, 0]);
  for (const ms of [5, 900, 7]) record.addPing(ms, ms);
  expect(record.latencyMs).toBe(7);
  for (let at = 0; at < 31; at++) record.addPing(20, 1_000 + at);
  expect([record.latencyMs, record.lastCheckedMs]).toEqual([20, 1_030]);
});
