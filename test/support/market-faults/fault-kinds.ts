/** All faults between a market and the exchange that it follows, one at a time. */
import type { SeededNumbers } from "../../../src/trading/simulation/core/seeded-numbers.ts";
import { ANSWERS } from "../binance-loopback/faults.ts";
import type { RequestFault } from "../binance-loopback/faults.ts";
import type { BinanceLoopback } from "../binance-loopback/loopback.ts";

export interface FaultStage {
  readonly loopback: BinanceLoopback;
  readonly random: SeededNumbers;
  /** This many rounds of 100 ms in which everything is traded. */
  trade(rounds: number): Promise<void>;
  /** Swallows changes of books, and trades until that must be noticed. Whether it was is checked after the fault. */
  gap(marketIds: readonly string[], changes: number): Promise<void>;
  /** Every message comes this much later, in real milliseconds, which the truth makes allowance for. */
  delay(realMs: number): void;
  /** Asks something that is signed with the time until it is answered; that it was in time is checked. */
  ask(): Promise<void>;
}

/** Lets it go wrong and the world go on. The caller ends lasting faults. */
export type FaultKind = (stage: FaultStage) => Promise<void>;

const SNAPSHOT = "/api/v3/depth";
/** Longer than any watchdog of a lively market. */
const LONG_ROUNDS = 90;

export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  "a gap": (stage) => stage.gap([anyMarket(stage)], 1),
  "a long gap": (stage) => stage.gap([anyMarket(stage)], 2 + stage.random.below(6)),
  "gaps everywhere": (stage) => stage.gap(allMarkets(stage), 1),
  async "dropped sockets"(stage) {
    stage.loopback.faults.dropSockets("market");
    await stage.trade(5);
  },
  async "sockets dropped again and again"(stage) {
    for (let time = 0; time < 3; time++) {
      stage.loopback.faults.dropSockets("market");
      await stage.trade(3 + stage.random.below(15));
    }
  },
  async "doubled messages"(stage) {
    stage.loopback.faults.duplicates = 100;
    await stage.trade(20);
  },
  async "late messages"(stage) {
    stage.delay(5 + stage.random.below(10));
    await stage.trade(40);
  },
  async "a short silence"(stage) {
    stage.loopback.faults.isMute = true;
    await stage.trade(5 + stage.random.below(20));
  },
  async "a long silence"(stage) {
    stage.loopback.faults.isMute = true;
    await stage.trade(LONG_ROUNDS);
  },
  "half a snapshot": badSnapshots({ kind: "lost", when: "after", how: "half" }),
  "a snapshot that never comes": badSnapshots({ kind: "lost", when: "before", how: "silence" }),
  "a snapshot whose line breaks": badSnapshots({ kind: "lost", when: "before", how: "close" }),
  "a late snapshot": badSnapshots({ kind: "delay", ms: 40 }),
  "a snapshot refused with 429": badSnapshots(ANSWERS.tooManyRequests),
  "a snapshot refused with 500": badSnapshots(ANSWERS.internalError),
  "a snapshot refused with 503": badSnapshots(ANSWERS.unavailable),
  async "a ban"(stage) {
    stage.loopback.faults.ban(8_000);
    await stage.gap([anyMarket(stage)], 1);
    await stage.trade(20);
  },
  "a clock that is ahead": otherClock(1),
  "a clock that is behind": otherClock(-1),
  async maintenance(stage) {
    stage.loopback.faults.isMaintained = true;
    await stage.trade(40);
  },
  async "connections refused"(stage) {
    stage.loopback.faults.refusesConnections = true;
    stage.loopback.faults.dropSockets("market");
    await stage.trade(40);
  },
  async "a crash"(stage) {
    await stage.loopback.crash();
    await stage.trade(10 + stage.random.below(50));
    await stage.loopback.restart();
  },
};

/** A gap, so that snapshots are needed, of which the first few go wrong. */
function badSnapshots(fault: RequestFault): FaultKind {
  return async (stage) => {
    stage.loopback.faults.plan({ path: SNAPSHOT, count: 2, fault });
    await stage.gap(allMarkets(stage).slice(0, 3), 1);
    await stage.trade(20);
  };
}

/** The exchange refuses what is signed with another time than its own (-1021). Prices are as old as they are. */
function otherClock(direction: 1 | -1): FaultKind {
  return async (stage) => {
    await stage.ask();
    stage.loopback.faults.skewMs = direction * (6_000 + stage.random.below(60_000));
    await stage.trade(5);
    await stage.ask();
    await stage.gap([anyMarket(stage)], 1);
    await stage.trade(10);
  };
}

function allMarkets({ loopback }: FaultStage): readonly string[] {
  return loopback.markets.map(({ id }) => id);
}

function anyMarket(stage: FaultStage): string {
  const ids = allMarkets(stage);
  return ids[stage.random.below(ids.length)] ?? "";
}
