import { expect, test } from "vitest";
import { systemClock } from "../time/clock.ts";
import { fromMillis, plusMillis } from "../time/instant.ts";
import { selfCheck } from "./self-check.ts";

test("a check shows what all services and this one need, and runs once in ten seconds", async () => {
  let now = fromMillis(Date.UTC(2026, 0, 1));
  const runs = { shared: 0, registry: 0, trading: 0 };
  const line = (what: keyof typeof runs) => async () => [{ what, isRight: true, says: `${++runs[what]}` }];
  const check = selfCheck({
    version: "1.0.0",
    clock: { ...systemClock(), now: () => now },
    shared: line("shared"),
    own: { registry: line("registry"), trading: line("trading") },
    news: () => [],
  });
  const first = await check("registry");
  expect(first.lines.map(({ what, says }) => [what, says])).toEqual([
    ["shared", "1"],
    ["registry", "1"],
  ]);
  now = plusMillis(now, 9_000);
  await check("trading");
  expect((await check("registry")).checkedAt).toBe(first.checkedAt);
  expect(runs).toEqual({ shared: 1, registry: 1, trading: 1 });
  now = plusMillis(now, 1_001);
  await Promise.all([check("registry"), check("registry")]);
  expect(runs).toEqual({ shared: 2, registry: 2, trading: 1 });
});
