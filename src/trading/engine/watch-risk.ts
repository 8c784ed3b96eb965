/** Looks at results and rejects once a second, halts what has broken a limit, and ends such halts where that is wanted. */
import type { Log } from "../../kit/log/log.ts";
import { SparingLog } from "../../kit/log/sparing-log.ts";
import type { Queryable } from "../../kit/sql/database.ts";
import { LeaseHolder, type LeaseHold } from "../../kit/sql/hold-lease.ts";
import { LeaseLost } from "../../kit/sql/lease.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { toMillis, utcDay } from "../../kit/time/instant.ts";
import { figuresOf, groupFacts, measure, type ResultMarks, type RiskPlace, type Worth } from "./core/risk-figures.ts";
import { nextHalt } from "./core/risk.ts";
import { RISK_LEASE, type NextMarks, type RiskWatchStore, type WatchedPlace } from "./risk-store.ts";

export interface RiskWatchDeps {
  readonly db: Queryable;
  readonly store: RiskWatchStore;
  readonly worth: Worth;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this run of this process. */
  readonly owner: string;
  /** Something was halted, or may go on. */
  readonly changed: () => void;
  readonly leaseMs?: number;
}

const LEASE_MS = 5_000;
const LOOK_MS = 1_000;
/** Places that are looked at together. */
const AT_ONCE = 500;

export class RiskWatch {
  readonly #deps: RiskWatchDeps;
  readonly #leases: LeaseHolder;
  readonly #faults: SparingLog;
  readonly #ended = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: RiskWatchDeps) {
    this.#deps = deps;
    this.#faults = new SparingLog(deps);
    const { db, clock, log, owner, leaseMs: ttlMs = LEASE_MS } = deps;
    this.#leases = new LeaseHolder({ db, clock, log, owner, ttlMs });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#ended;
    const log = new SparingLog(this.#deps);
    let hold: LeaseHold | undefined;
    while (!signal.aborted) {
      try {
        if (!hold?.isHeld()) hold = await this.#leases.hold(RISK_LEASE, signal);
        if (hold) await this.#look(hold.fence);
      } catch (error) {
        if (signal.aborted) break;
        log.warn(error, "the limits on orders could not be looked at; tried again");
        hold?.abandon();
      }
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
    await hold?.release();
  }

  /** Every place with such limits, some at a time. */
  async #look(fence: number): Promise<void> {
    let after: RiskPlace | undefined;
    for (;;) {
      const watched = await this.#deps.store.listWatched(after, AT_ONCE);
      if (watched.length > 0) await this.#lookAt(fence, watched);
      after = watched.at(-1)?.place;
      if (watched.length < AT_ONCE || this.#ended.signal.aborted) return;
    }
  }

  async #lookAt(fence: number, watched: Awaited<ReturnType<RiskWatchStore["listWatched"]>>): Promise<void> {
    const { store, worth, clock, log, changed } = this.#deps;
    const at = clock.now();
    const today = utcDay(at);
    const owners = [...new Set(watched.map(({ ownerUid }) => ownerUid))];
    const facts = await store.loadFacts(owners, { nowMs: toMillis(at), dueMs: -1 });
    const marked: NextMarks[] = [];
    const factsOf = groupFacts(facts);
    const lookAt = async (each: WatchedPlace): Promise<void> => {
      const { place, limits, marks, halt } = each;
      const own = factsOf(place);
      const measured = measure(own, place, { worth, marks, today });
      const { marks: next } = measured;
      if (next && !isSame(next, marks)) marked.push({ place, marks: next, before: marks });
      const mode = nextHalt(halt, limits, figuresOf(own, place, measured));
      if (mode.mode === halt.mode || !(await store.setHalt(fence, each, mode, at))) return;
      log.warn(
        { scope: place.scope, id: place.id, mode: mode.mode, limit: mode.limit ?? halt.limit },
        "a limit was broken, or its halt has ended",
      );
      changed();
    };
    for (const each of watched) {
      try {
        await lookAt(each);
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        // It holds up no other place.
        this.#faults.warn(error, "the limits of an account, key or strategy could not be looked at; tried again");
      }
    }
    if (marked.length > 0) await store.saveMarks(fence, marked);
  }
}

function isSame(one: ResultMarks, other: ResultMarks | undefined): boolean {
  return (
    one.day === other?.day &&
    one.isReal === other.isReal &&
    one.dayResult === other.dayResult &&
    one.highest === other.highest
  );
}
