/** The storage port of the support area. */
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { StepRefusal, TicketStatus, TicketStep } from "./core/ticket-state.ts";

export const CATEGORIES = [
  { id: "general", name: "General questions" },
  { id: "account", name: "Account and security" },
  { id: "billing", name: "Subscriptions and payments" },
  { id: "trading", name: "Strategies and orders" },
  { id: "exchanges", name: "Exchanges and their keys" },
  { id: "api", name: "The interface" },
] as const;

export const CATEGORY_IDS = CATEGORIES.map(({ id }) => id);

export const PRIORITIES = ["low", "normal", "high"] as const;
export const STATUSES = ["open", "answered", "waiting", "closed"] as const satisfies readonly TicketStatus[];

/** Of one user at a time. */
export const MAX_OPEN_TICKETS = 20;
/** In one ticket. Staff may write some more, so that the last of a user can be answered. */
export const MAX_MESSAGES = { user: 200, staff: 250 } as const;
/** Shown of each ticket in lists: the latest. */
export const LISTED_MESSAGES = 10;
/** Bytes of messages on a page of tickets. The latest of each ticket is there in any case. */
export const LISTED_MESSAGE_BYTES = 1_000_000;

export type Category = (typeof CATEGORIES)[number]["id"];
export type Priority = (typeof PRIORITIES)[number];

export interface StoredMessage {
  readonly id: number;
  readonly isStaff: boolean;
  readonly body: string;
  readonly createdAt: Instant;
}

export interface StoredTicket {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly subject: string;
  readonly category: Category;
  readonly priority: Priority;
  readonly status: TicketStatus;
  /** How many there are; `messages` may be the latest of them only. */
  readonly messageCount: number;
  /** Oldest first. */
  readonly messages: readonly StoredMessage[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface NewTicket {
  readonly contactName: string;
  readonly contactEmail: string;
  readonly subject: string;
  readonly category: Category;
  readonly priority: Priority;
  readonly message: string;
}

/** Who acts, and when. Staff act on everybody's tickets, users on their own. */
export interface Doing {
  readonly uid: number;
  readonly ownerUid: number;
  readonly at: Instant;
}

/** Why a ticket stays as it is. */
export type Refused = StepRefusal | "not_found" | "too_many_open";

export interface TicketFilter {
  readonly status?: TicketStatus | undefined;
  readonly category?: Category | undefined;
  readonly uid?: number | undefined;
}

export interface TicketStore {
  create(doing: Doing, ticket: NewTicket): Promise<StoredTicket | "too_many_open">;
  /** All steps or none. Of the ticket as it is under its lock. */
  changeOwn(doing: Doing, id: number, stepsFor: StepsFor): Promise<StoredTicket | Refused>;
  /** The same for staff; the user gets messages by mail. */
  changeAny(doing: Doing, id: number, stepsFor: StepsFor): Promise<StoredTicket | Refused>;
  listOwn(uid: number, filter: TicketFilter, page: Page): Promise<{ entries: StoredTicket[]; total: number }>;
  /** Those that have waited longest for a change first. */
  listAny(filter: TicketFilter, page: Page): Promise<{ entries: StoredTicket[]; total: number }>;
  /** With all messages. */
  findOwn(uid: number, id: number): Promise<StoredTicket | undefined>;
  findAny(id: number): Promise<StoredTicket | undefined>;
}

/** The next step for a ticket of this status. */
export type StepsFor = (status: TicketStatus) => readonly TicketStep[];
