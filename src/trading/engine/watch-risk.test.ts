/** Looking at limits: each place on its own. */
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { silentLog } from "../../kit/log/log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { NO_FACTS, type RiskFacts } from "./core/risk-figures.ts";
import type { RiskWatchStore, WatchedPlace } from "./risk-store.ts";
import { RiskWatch } from "./watch-risk.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });

/** An account that may have no order refused, and has had one. */
const account = (id: number): WatchedPlace => ({
  place: { scope: "account", id },
  ownerUid: id,
  limits: { maximumRejectsMinute: 0, resume: "manual" },
  marks: undefined,
  halt: { scope: "account", mode: "active", limit: undefined },
});

/** Looks once, and answers whose halts were stored. */
async function haltedBy(rejected: RiskFacts["rejected"], places: readonly WatchedPlace[], refusing?: number) {
  const halted: number[] = [];
  const store: RiskWatchStore = {
    listWatched: (after) => Promise.resolve(after ? [] : places),
    loadFacts: () => Promise.resolve({ ...NO_FACTS, rejected }),
    saveMarks: () => Promise.resolve(),
    setHalt(_fence, { ownerUid }) {
      if (ownerUid === refusing) return Promise.reject(new Error("this one cannot be stored"));
      halted.push(ownerUid);
      return Promise.resolve(true);
    },
  };
  const worth = { usd: () => undefined };
  const parts = { db, store, worth, clock: systemClock(), log: silentLog(), owner: "test", changed: () => {} };
  const watch = new RiskWatch(parts);
  onTestFinished(() => watch.stop());
  watch.start();
  return halted;
}

const REFUSED = { keyId: 1, strategyId: null, count: 1 };

test("an account whose halt cannot be stored keeps no other from its own", async () => {
  const rejected = [7, 8].map((ownerUid) => ({ ...REFUSED, ownerUid, isReal: false }));
  const halted = await haltedBy(rejected, [account(7), account(8)], 7);
  await waitUntil(() => expect(halted).toContain(8));
});

test("an account whose real orders are refused is halted before any of them has traded", async () => {
  const halted = await haltedBy([{ ...REFUSED, ownerUid: 7, isReal: true }], [account(7)]);
  await waitUntil(() => expect(halted).toContain(7));
});
