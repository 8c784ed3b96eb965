/** Billing's storage port: each change is one transaction, with its money, trail and mail. */
import type { Queryable } from "../../kit/sql/database.ts";
import type { Instant } from "../../kit/time/instant.ts";
import type { Page } from "../page.ts";
import type { Subscription } from "./core/change-terms.ts";
import type { InvoiceItem } from "./core/invoice.ts";
import type { LeafValue } from "./core/leaves.ts";
import type { BaseId } from "./core/packages.ts";
import type { ServerKind, ServerType } from "./core/server-types.ts";
import type { Plan } from "./core/terms.ts";

/** Who changes something, for which account, when. */
export interface Change {
  readonly ownerUid: number;
  readonly uid: number;
  readonly at: Instant;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The result of a request for other terms. */
export interface Changed {
  /** The wanted terms, whether they have begun or not. */
  readonly plan: Plan;
  readonly effectiveAt: Instant;
  /** The immediate charge, in 1e-8. */
  readonly charge: bigint;
  /** The new price of a month less the old one. */
  readonly difference: bigint;
}

export interface Quote {
  readonly id: number;
  readonly setting: string;
  readonly oldValue: LeafValue;
  readonly newValue: LeafValue;
  readonly priceOld: bigint;
  readonly priceNew: bigint;
  readonly charge: bigint;
  readonly effectiveAt: Instant;
  readonly expiresAt: Instant;
}

export interface Invoice {
  readonly id: number;
  readonly number: string;
  readonly periodFrom: Instant;
  readonly periodTo: Instant;
  readonly currency: string;
  readonly amount: bigint;
  readonly tax: bigint;
  readonly status: "zero" | "due" | "paid" | "void";
  readonly items: readonly InvoiceItem[];
  readonly createdAt: Instant;
  readonly paidAt: Instant | null;
}

export interface HistoryEntry {
  readonly id: number;
  /** `topup`: drivetime. `subscription`: packages, settings and servers. */
  readonly type: "topup" | "deposit" | "subscription" | "commission" | "refund";
  readonly currency: string;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reference: string;
  readonly createdAt: Instant;
}

export interface Drivetime {
  readonly balanceSeconds: number;
  readonly usedSeconds: number;
  /** Undefined while there is none. */
  readonly expiresAt: Instant | undefined;
}

export interface Server {
  readonly id: number;
  readonly type: ServerKind;
  readonly region: string;
  readonly serverPackage: string;
  /** One of those that packages include. */
  readonly isDefault: boolean;
  readonly status: "provisioning" | "active" | "stopping" | "disabled" | "failed";
  readonly cpu: number;
  readonly memoryMb: number;
  readonly priceHour: bigint;
  readonly createdAt: Instant;
  /** Null until a worker has it, and for the ones that packages include. */
  readonly expiresAt: Instant | null;
}

export interface Rent extends Change {
  readonly region: string;
  readonly machine: ServerType;
  readonly durationSeconds: number;
}

/** Which servers an account sees: its own, and those of packages in some regions. */
export interface ServerView {
  readonly ownerUid: number;
  readonly type: ServerKind;
  readonly defaultRegions: readonly string[];
}

export interface BillingStore {
  /** An account's present and coming subscription; the free package for an account that never chose. */
  readSubscription(ownerUid: number): Promise<Subscription>;
  /** @throws billingErrors.inUse, ledgerErrors.insufficient */
  changePackage(change: Change, baseId: BaseId): Promise<Changed>;
  /** Tells a price and keeps it for a while. @throws billingErrors.noSetting, billingErrors.inUse */
  quoteSetting(change: Change, setting: string, value: string): Promise<Quote>;
  /** @throws billingErrors.quoteGone, billingErrors.inUse, ledgerErrors.insufficient */
  confirmQuote(change: Change, quoteId: number): Promise<Changed & Pick<Quote, "setting" | "newValue">>;
  listInvoices(ownerUid: number, page: Page): Promise<Listed<Invoice>>;
  listHistory(ownerUid: number, page: Page): Promise<Listed<HistoryEntry>>;
  readDrivetime(ownerUid: number, at: Instant): Promise<Drivetime>;
  /** @throws billingErrors.tooMuchDrivetime, ledgerErrors.insufficient */
  buyDrivetime(
    change: Change,
    option: { readonly id: string; readonly seconds: number; readonly price: bigint },
  ): Promise<Drivetime>;
  listServers(view: ServerView, page: Page): Promise<Listed<Server>>;
  findServer(view: ServerView, id: number): Promise<Server | undefined>;
  /** @throws billingErrors.tooManyServers, ledgerErrors.insufficient */
  rentServer(rent: Rent): Promise<Server>;
  /** Gives a rented server up and pays back what is left of its time; undefined when the account rents no such one. */
  stopServer(change: Change, type: ServerKind, id: number): Promise<Server | undefined>;
  /** Makes the invoices of a month that some accounts have none of yet: how many, 0 when none are left. */
  /** Pays users who referred others their shares of charges; answers how many were paid. Safe to repeat. */
  payReferralShares(percent: number, since: Instant): Promise<number>;
  makeInvoices(period: { readonly from: Instant; readonly to: Instant }, at: Instant): Promise<number>;
  /** Accounts whose month is over, from `after` in the order of their uids. */
  listDue(at: Instant, after: number): Promise<number[]>;
  /** Charges the month after the one that is over, or notes that it is due, or gives the package up. */
  renew(ownerUid: number, at: Instant): Promise<void>;
  /** Ends servers whose time is over or that never began: how many, 0 when none are left. */
  stopExpiredServers(at: Instant): Promise<number>;
}

/** What needs a rented server, as the transaction that gives it up sees it. */
export interface ServerUses {
  activeStrategies(tx: Queryable, serverId: string): Promise<readonly string[]>;
  /** Numbers of the orders of its strategies that may be open; at most `limit`. */
  openOrders(tx: Queryable, serverId: number, limit: number): Promise<readonly number[]>;
  /** States of strategies that need their server. */
  readonly activeStates: readonly string[];
}

/** Ids of the strategies that run on a server. */
export type ActiveStrategiesOn = (serverId: string) => Promise<readonly string[]>;
