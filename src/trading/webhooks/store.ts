/** Webhooks of users and their deliveries, as requests and as delivering processes see them. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Viewer } from "./core/happening.ts";
import type { WebhookEvent } from "./service.ts";

/** Which webhooks a user sees: a sub-account its own, a main account those of all its users. */
export interface WebhookView {
  readonly ownerUid: number;
  /** Null for those of all users of the account. */
  readonly onlyUid: number | null;
}

/** Who acts, and when. */
export interface Doing extends WebhookView {
  readonly uid: number;
  readonly at: Instant;
}

export interface UserWebhook {
  readonly id: string;
  readonly uid: number;
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Why the platform has disabled it. */
  readonly disabledBecause: string | null;
  /** Attempts in a row that have failed. */
  readonly failures: number;
  readonly createdAt: Instant;
}

export interface NewUserWebhook {
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEvent[];
  /** Is sealed before it is stored. */
  readonly secret: string;
}

/** The changed fields. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly label?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  /** Enabling resets the count of failures. */
  readonly enabled?: boolean | undefined;
}

export const DELIVERY_STATES = ["waiting", "delivered", "given_up"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface UserDelivery {
  readonly id: number;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  readonly state: DeliveryState;
  /** As JSON, without the id. */
  readonly payload: string;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly lastAttemptAt: Instant | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** Null for one that is over. */
  readonly dueAt: Instant | null;
}

export interface DeliveryFilter {
  readonly webhookId: string | undefined;
  readonly state: DeliveryState | undefined;
}

export interface UserWebhookStore {
  /** Undefined when the account has `maximum` webhooks. */
  create(doing: Doing, webhook: NewUserWebhook, maximum: number): Promise<UserWebhook | undefined>;
  /** Newest first. */
  list(view: WebhookView, page: Page): Promise<{ readonly webhooks: readonly UserWebhook[]; readonly total: number }>;
  find(view: WebhookView, id: string): Promise<UserWebhook | undefined>;
  /** Undefined when there is none in the view. */
  edit(doing: Doing, id: string, change: WebhookChange): Promise<UserWebhook | undefined>;
  /** With its deliveries. False when there is none in the view. */
  delete(doing: Doing, id: string): Promise<boolean>;
  /** Of webhooks and about things that the viewer sees now, newest first. */
  listDeliveries(
    viewer: Viewer,
    filter: DeliveryFilter,
    page: Page,
  ): Promise<{ readonly deliveries: readonly UserDelivery[]; readonly total: number }>;
  /** Makes a delivery due again, with its id. Undefined when there is none in the view. */
  redeliver(viewer: Viewer, id: number, at: Instant): Promise<UserDelivery | undefined>;
}

/** A webhook that one process delivers to, until its claim ends. */
export interface ClaimedWebhook {
  readonly id: string;
  readonly failures: number;
}

export interface DueDelivery {
  readonly id: number;
  /** Attempts since its user asked for it last. */
  readonly tries: number;
  /** It changes when its user asks for it again. */
  readonly dueAt: Instant;
}

/** For delivering processes. */
export interface DeliveryQueue {
  /** Webhooks with due deliveries that no process handles; others do not get them before `until`. In no order. */
  claim(now: Instant, until: Instant, limit: number): Promise<readonly ClaimedWebhook[]>;
  /** The oldest that are due. What its user may not see any more is given up. */
  listDue(webhookId: string, now: Instant, limit: number): Promise<readonly DueDelivery[]>;
  /** An attempt has failed, and another follows. A delivery that was asked for again since it was listed stays due. */
  postpone(delivery: Pick<DueDelivery, "id" | "dueAt">, dueAt: Instant): Promise<void>;
  /** Ends a claim. */
  release(webhookId: string, after: { readonly failures: number; readonly restsUntil: Instant }): Promise<void>;
  countWaiting(): Promise<number>;
}

/** For the jobs. */
export interface DeliveryBounds {
  /** Disables webhooks with more deliveries waiting than this, and gives those up. Answers how many deliveries. */
  disableFlooded(most: number, at: Instant): Promise<number>;
  /** Gives up what was due before then and was not attempted since. Answers how many. */
  giveUpLate(dueBefore: Instant, at: Instant): Promise<number>;
  /** Removes deliveries of webhooks that are gone; some at a time. Answers how many. */
  removeOrphans(): Promise<number>;
}
