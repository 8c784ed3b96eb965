/** Looking at limits: each place on its own. */
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { silentLog } from "../../kit/log/log.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { NO_FACTS } from "./core/risk-figures.ts";
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

test("an account whose halt cannot be stored keeps no other from its own", async () => {
  const halted: number[] = [];
  const rejected = [7, 8].map((ownerUid) => ({ ownerUid, keyId: ownerUid, strategyId: null, isReal: false, count: 1 }));
  const store: RiskWatchStore = {
    listWatched: (after) => Promise.resolve(after ? [] : [account(7), account(8)]),
    loadFacts: () => Promise.resolve({ ...NO_FACTS, rejected }),
    saveMarks: () => Promise.resolve(),
    setHalt(_fence, { ownerUid }) {
      if (ownerUid === 7) return Promise.reject(new Error("this one cannot be stored"));
      halted.push(ownerUid);
      return Promise.resolve(true);
    },
  };
  const worth = { usd: () => undefined };
  const parts = { db, store, worth, clock: systemClock(), log: silentLog(), owner: "test", changed: () => {} };
  const watch = new RiskWatch(parts);
  onTestFinished(() => watch.stop());
  watch.start();
  await waitUntil(() => expect(halted).toContain(8));
});
