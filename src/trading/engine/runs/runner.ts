/** Looks after one run: whatever state it is in, it does the next thing, one at a time. */
import { formatFine } from "../../../kit/money/fine.ts";
import { ACTIVE_STATES, mayHedge } from "../core/run.ts";
import type { RunOrder } from "../core/run-orders.ts";
import type { RunState } from "../core/run-table.ts";
import type { KeptRun } from "../store-runs.ts";
import { showRun } from "./debug-run.ts";
import { evaluate } from "./evaluate.ts";
import type { RunContext } from "./run-context.ts";
import { armedStops, dutiesOf, lackingOf, settleDuties } from "./settle-duties.ts";

/** A check of the beginning may take this long (contract 4.8). */
const CHECK_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const PAUSED_LOOK_MS = 1_000;
/** A look at an order that did not come about is asked for again after this long. */
const CHECK_AGAIN_MS = 1_000;
/** A failed check in a pause is repeated after this long. */
const RETRY_MS = 5_000;

export class Runner {
  readonly context: RunContext;
  /** When it is to be looked at next, milliseconds. */
  dueMs = 0;
  isBusy = false;
  /** The last evaluation: when it ended, and how long it took, microseconds. */
  lastMs = 0;
  durationUs = 0;
  evaluations = 0;
  #phase: { readonly state: RunState; readonly sinceMs: number } | undefined;
  #answeredMs = 0;
  #checksAskedMs = 0;

  constructor(context: RunContext) {
    this.context = context;
  }

  get kept(): KeptRun {
    return this.context.memory.kept;
  }

  get isActive(): boolean {
    return ACTIVE_STATES.includes(this.kept.run.state);
  }

  /** A market that it uses has changed: it is evaluated as often as the plan allows. */
  noteBook(nowMs: number): void {
    if (this.kept.run.state !== "running") return;
    this.dueMs = Math.min(this.dueMs, Math.max(nowMs, this.lastMs + this.context.view.refreshMs));
  }

  /** A request has changed the run, or asks what it looks like inside. */
  heard(kept: KeptRun): void {
    this.context.memory.note(kept);
    this.dueMs = 0;
  }

  /** Does what is due. Fails where what is in memory may no longer be what is stored. */
  async step(): Promise<void> {
    this.context.followMarkets();
    if ((this.kept.debugAskedMs ?? 0) > this.#answeredMs) await this.#answer(this.kept.debugAskedMs ?? 0);
    const nowMs = this.context.nowMs();
    const { state } = this.kept.run;
    if (this.#phase?.state !== state) this.#phase = { state, sinceMs: nowMs };
    const phase = this.#phase;
    // An event in between makes it due at once.
    this.dueMs = Infinity;
    const nextMs = await this.#do(state, phase.sinceMs, nowMs);
    this.dueMs = Math.min(this.dueMs, nextMs);
    if (this.kept.run.state !== state) this.dueMs = 0;
  }

  async #do(state: RunState, sinceMs: number, nowMs: number): Promise<number> {
    switch (state) {
      case "starting":
      case "reconvening":
        return this.#reconvene(state, sinceMs, nowMs);
      case "running":
        return this.#evaluate();
      case "paused":
        return this.#pause(sinceMs, nowMs);
      case "soft_stopping":
        return this.#stopSoftly(nowMs);
      case "stopping":
        return this.#stop(nowMs);
      default:
        return nowMs + PAUSED_LOOK_MS;
    }
  }

  async #evaluate(): Promise<number> {
    const startedUs = this.context.shared.deps.clock.now();
    const nextMs = await evaluate(this.context);
    this.durationUs = this.context.shared.deps.clock.now() - startedUs;
    this.lastMs = this.context.nowMs();
    this.evaluations++;
    this.context.memory.fold();
    return nextMs;
  }

  /** Every order is looked up, and what is free is known, before anything is sent. */
  async #reconvene(state: "starting" | "reconvening", sinceMs: number, nowMs: number): Promise<number> {
    const { shared, memory, log } = this.context;
    if (nowMs === sinceMs) {
      this.useKeys();
      for (const keyId of memory.playbook.keyIds) shared.balances.moved(keyId);
      this.#askChecks(
        memory.orders.open.map(({ id }) => id),
        nowMs,
      );
      this.context.user = await this.context.readUser();
      return nowMs + 1;
    }
    // A sender that was at a lookup of an order, or did not reach the exchange, has not looked at it for this owner.
    const unseen = this.#unseen(sinceMs).map(({ id }) => id);
    if (unseen.length > 0 && nowMs - this.#checksAskedMs >= CHECK_AGAIN_MS) this.#askChecks(unseen, nowMs);
    const why = this.#notReady(sinceMs);
    if (why === undefined) await this.context.move(state === "starting" ? "checked" : "reconvened");
    else if (nowMs - sinceMs < CHECK_MS) log.closed(nowMs, "not_running", why);
    else if (state === "starting") await this.context.move("check_failed", why);
    else await this.context.move("reconvene_failed", why);
    return nowMs + LOOK_AGAIN_MS;
  }

  #askChecks(ids: readonly number[], nowMs: number): void {
    this.#checksAskedMs = nowMs;
    this.context.shared.askChecks(ids);
  }

  /** Orders that may be at an exchange, and that were not looked at there since then. */
  #unseen(sinceMs: number): readonly RunOrder[] {
    const { orders, newest } = this.context.memory;
    return orders.open.filter(({ id }) => {
      const kept = newest.get(id);
      return kept?.claimedFence !== null && (kept?.checkedMs ?? 0) < Math.floor(sinceMs);
    });
  }

  /** The remaining wait; undefined for none. */
  #notReady(sinceMs: number): string | undefined {
    const { shared, memory, view } = this.context;
    const { playbook } = memory;
    for (const keyId of playbook.keyIds) {
      if (shared.balances.isKnownSince(keyId, sinceMs - 1)) continue;
      return `the exchange has not told the balances of key ${keyId}: ${shared.balances.errorOf(keyId) || "no answer yet"}`;
    }
    for (const order of memory.orders.all()) {
      if (order.isDoubtful || !order.isBooked) return `order ${order.id} is being looked up`;
    }
    const [unseen] = this.#unseen(sinceMs);
    if (unseen) return `order ${unseen.id} has not been seen at its exchange yet`;
    if (this.kept.run.state !== "starting") return undefined;
    view.nowMs = this.context.nowMs();
    const listing = playbook.listings.find((each) => view.problemOf(each) !== undefined);
    return listing && `the book of ${listing.code} is not in step: ${view.problemOf(listing) ?? ""}`;
  }

  /** Keeps what is free with its keys known. */
  useKeys(): void {
    const { memory, shared } = this.context;
    for (const { row, keyId } of memory.playbook.settings.rows) {
      const listing = memory.playbook.listings[row];
      if (listing) shared.balances.use(Number(keyId), memory.kept.ownerUid, listing.exchange);
    }
  }

  async #pause(sinceMs: number, nowMs: number): Promise<number> {
    const { memory, shared } = this.context;
    if (this.kept.appeared !== undefined) await this.context.pauseFor(this.kept.appeared);
    const { run } = this.kept;
    if (mayHedge(run)) await settleDuties(this.context);
    if (run.pause?.isExternal !== true || this.kept.run.state !== "paused") return nowMs + PAUSED_LOOK_MS;
    const codes = memory.playbook.listings.map(({ exchange }) => exchange);
    const isWell = codes.every((code) => {
      const state = shared.deps.market.exchange(code)?.health.state;
      return state !== "down" && state !== "maintenance";
    });
    const isDue = run.pause.reason !== "reconvening" || nowMs - sinceMs >= RETRY_MS;
    if (isWell && isDue) await this.context.move("cause_over");
    return nowMs + PAUSED_LOOK_MS;
  }

  /** No new slices: rests are cancelled, what they have traded is hedged, and lookups come to their end. */
  async #stopSoftly(nowMs: number): Promise<number> {
    const { memory, shared } = this.context;
    const resting = memory.orders.open.filter(({ id, kind }) => kind === "slice" && !memory.cancelled.has(id));
    if (resting.length > 0) {
      const ids = resting.map(({ id }) => id);
      await shared.deps.runs.askCancels(shared.worker, ids, nowMs);
      for (const id of ids) memory.cancelled.add(id);
      shared.deps.asked();
    }
    const isOwed = (await settleDuties(this.context)) || armedStops(this.context).length > 0;
    if (!isOwed && memory.orders.isQuiet && this.kept.run.state === "soft_stopping") {
      await this.#saveFigures();
      await this.context.move("duties_done");
    }
    return nowMs + LOOK_AGAIN_MS;
  }

  /** Every cancel was asked for with the transition. It ends when each is proved and every late fill is booked. */
  async #stop(nowMs: number): Promise<number> {
    const { memory } = this.context;
    if (!memory.orders.isQuiet) return nowMs + LOOK_AGAIN_MS;
    await this.#saveFigures();
    const unhedged = lackingOf(this.context);
    const lacking = Object.entries(unhedged)
      .filter(([, amount]) => amount !== "0")
      .map(([key, amount]) => `row ${key} lacks ${amount}`);
    const why = lacking.length === 0 ? "" : `unhedged: ${lacking.join(", ")}`;
    await this.context.move("nothing_open", why, { unhedged });
    return nowMs + LOOK_AGAIN_MS;
  }

  async #saveFigures(): Promise<void> {
    const { shared } = this.context;
    await shared.deps.runs.saveFigures(shared.worker, [this.context.takeFigures()]);
  }

  /** Shows its inside to the process that asked. */
  async #answer(askedMs: number): Promise<void> {
    this.#answeredMs = askedMs;
    const { shared } = this.context;
    const armed = armedStops(this.context);
    const owed = dutiesOf(this.context)
      .orders.filter(({ kind, row }) => kind !== "hedge" || !armed.some((stop) => stop.row === row))
      .map(({ row, amount }) => ({ row, amount: formatFine(amount) }));
    const shown = showRun(this.context, this, { owed, armed });
    await shared.deps.runs.saveDebug(shared.worker, this.kept.id, shown, this.context.nowMs());
  }
}
