/** An exchange whose followed markets send no reports is shown as degraded, as long as that lasts and no longer. */
import { expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { silentLog } from "../../../kit/log/log.ts";
import { RateBudget } from "../core/rate-budget.ts";
import { ExchangeGate } from "./gate.ts";
import { StreamHealth } from "./stream-health.ts";

const LOST = [{ state: "lost" }, { state: "live" }] as const;
const LIVE = [{ state: "live" }, { state: "live" }] as const;

function healthyGate(): ExchangeGate {
  const gate = new ExchangeGate({
    clock: manualClock(),
    log: silentLog(),
    budget: new RateBudget(10),
    timeoutMs: 1_000,
  });
  gate.happened("answered", "");
  return gate;
}

test("reports that come again end it", () => {
  const gate = healthyGate();
  const health = new StreamHealth(gate);
  health.note(LOST);
  expect(gate.health).toMatchObject({ state: "degraded", reason: "1 of 2 followed markets send no reports" });
  health.note(LIVE);
  expect(gate.health.state).toBe("ok");
});

test("requests that are answered again after an outage do not end it", () => {
  const gate = healthyGate();
  const health = new StreamHealth(gate);
  health.note(LOST);
  gate.happened("cutOff", "nothing is answered");
  gate.happened("answered", "");
  health.note(LOST);
  expect(gate.health.state).toBe("degraded");
});

test("it ends with what was followed: another stream of the exchange knows nothing of it", () => {
  const gate = healthyGate();
  const health = new StreamHealth(gate);
  health.note(LOST);
  health.end();
  expect(gate.health.state).toBe("ok");
  new StreamHealth(gate).note(LIVE);
  expect(gate.health.state).toBe("ok");
});
