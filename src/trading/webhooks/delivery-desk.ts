/**
 * Delivers to users' webhooks, in every process that works. Each webhook has its own turn: one that does not answer
 * takes one place for ten seconds, and then waits longer and longer before its next attempt.
 */
import type { Log } from "../../kit/log/log.ts";
import { SparingLog } from "../../kit/log/sparing-log.ts";
import type { Metrics } from "../../kit/metrics/metrics.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { plusMillis, toMillis } from "../../kit/time/instant.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import { deliver, type WebhookDeps } from "../../kit/webhooks/deliver.ts";
import type { GivenUpDeliveries } from "../../kit/webhooks/given-up.ts";
import type { Attempt } from "../../kit/webhooks/store.ts";
import { MOST_TRIES, postponedMs, restMs } from "./core/delivery-times.ts";
import { addDeskMetrics } from "./desk-metrics.ts";
import { tradingWebhooks, type WebhookEvent } from "./service.ts";
import type { ClaimedWebhook, DeliveryQueue, DueDelivery } from "./store.ts";

export interface DeliveryDeskDeps extends Omit<WebhookDeps<WebhookEvent>, "keptDays"> {
  readonly queue: DeliveryQueue;
  readonly givenUp: Pick<GivenUpDeliveries, "total">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

/** How often it is looked whether something is due. */
const LOOK_MS = 500;
/** Webhooks that this process delivers to at once. */
const MOST_WEBHOOKS = 32;
/** Deliveries of one webhook that are in progress at once. A webhook that fails is tried with one. */
const AT_ONCE = 8;
/** How long one webhook is served at a stretch; an attempt takes ten seconds at most. */
const TURN_MS = 10 * SECOND_MS;
/** Longer than a turn with its last attempts: then a process that died loses its claims. */
const CLAIM_MS = 40 * SECOND_MS;

export class DeliveryDesk {
  readonly #deps: DeliveryDeskDeps;
  readonly #attempts: Record<Attempt["outcome"], number> = { delivered: 0, failed: 0, gaveUp: 0 };
  readonly #turns = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  readonly #faults: SparingLog;
  #running: Promise<void> | undefined;

  constructor(deps: DeliveryDeskDeps) {
    const { webhooks } = deps;
    const counting: typeof webhooks = {
      ...webhooks,
      recordAttempt: async (deliveryId, attempt) => {
        const isGivenUp = await webhooks.recordAttempt(deliveryId, attempt);
        // One that was asked for again while it was attempted goes on.
        this.#attempts[attempt.outcome === "gaveUp" && !isGivenUp ? "failed" : attempt.outcome]++;
        return isGivenUp;
      },
    };
    this.#deps = { ...deps, webhooks: counting };
    this.#faults = new SparingLog(deps);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Deliveries in progress are aborted, and attempted again by another process. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
    await Promise.all(this.#turns);
  }

  metrics(metrics: Metrics): void {
    addDeskMetrics(metrics, this.#attempts, this.#deps);
  }

  async #run(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#ended;
    const log = new SparingLog(this.#deps);
    while (!signal.aborted) {
      await this.#look().catch((error: unknown) =>
        log.warn(error, "what is due to webhooks could not be looked for; tried again"),
      );
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { queue, clock } = this.#deps;
    const room = MOST_WEBHOOKS - this.#turns.size;
    if (room <= 0) return;
    const now = clock.now();
    for (const webhook of await queue.claim(now, plusMillis(now, CLAIM_MS), room)) {
      const turn: Promise<void> = this.#serve(webhook).finally(() => this.#turns.delete(turn));
      this.#turns.add(turn);
    }
  }

  /** One turn of one webhook. */
  async #serve(webhook: ClaimedWebhook): Promise<void> {
    const { queue, clock, log } = this.#deps;
    const endMs = toMillis(clock.now()) + TURN_MS;
    let { failures } = webhook;
    try {
      for (let isGood = true; isGood && !this.#ended.signal.aborted && toMillis(clock.now()) < endMs;) {
        const due = await queue.listDue(webhook.id, clock.now(), failures > 0 ? 1 : AT_ONCE);
        if (due.length === 0) break;
        const failed = (await Promise.all(due.map((each) => this.#attempt(each)))).filter((success) => !success);
        isGood = failed.length === 0;
        failures = isGood ? 0 : failures + 1;
      }
    } catch (error) {
      log.warn({ webhook: webhook.id, err: error }, "a webhook could not be served; tried again");
    }
    // A process that stops has failed nothing.
    if (this.#ended.signal.aborted) failures = webhook.failures;
    const restsUntil = plusMillis(clock.now(), restMs(failures));
    await queue
      .release(webhook.id, { failures, restsUntil })
      .catch((error: unknown) => log.warn({ webhook: webhook.id, err: error }, "a webhook stays claimed for a moment"));
  }

  /** Whether the delivery is over. One that is not is attempted again later. */
  async #attempt({ id, tries, dueAt }: DueDelivery): Promise<boolean> {
    const { queue, clock } = this.#deps;
    // One of its own: hundreds of requests would listen to the one of the desk.
    const signal = AbortSignal.any([this.#ended.signal]);
    try {
      await deliver(tradingWebhooks, this.#deps, id, tries + 1 >= MOST_TRIES, signal);
      return true;
    } catch (error) {
      // The problem is stored with the delivery, and its user sees it. Only the log has the cause of one of ours.
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause !== undefined) this.#faults.warn(cause, "a delivery to a webhook failed for a fault of this process");
      if (!signal.aborted) await queue.postpone({ id, dueAt }, plusMillis(clock.now(), postponedMs(tries + 1)));
      return false;
    }
  }
}
