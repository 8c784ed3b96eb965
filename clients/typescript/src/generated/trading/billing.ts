// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { BillingHistoryEntry, Invoice, Package, Server, ServerType, SubscriptionDetails } from "./schemas.ts";

export interface CancelSubscriptionResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface ListInvoicesParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListInvoicesResult {
  invoices: Invoice[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface RecommendPackageParams {
  /** 0 to 1000000000. */
  strategies?: number;
  /** 0 to 1000000000. */
  exchanges?: number;
  /** Decimal, at most 8 places. */
  qty_parent?: string;
  /** 0 to 1000000000. */
  subaccounts?: number;
  /** 0 to 1000000000. */
  orders_per_second?: number;
}

export interface RecommendPackageResult {
  recommended: Package;
  /** Share of the needs that it meets. 0 to 1. */
  score: number;
  reasons: string[];
  /** Others that meet as much, cheapest first. */
  alternatives: Package[];
}

export interface ChangeSettingRequestParams {
  /** Dotted path in the tree of subscriptions/details, such as strategies.maximum.strategies. */
  setting: string;
  /** The value that it is to have. */
  value: string | number | boolean;
}

export interface ChangeSettingRequestResult {
  /** An id, as lists show it. */
  id: string;
  setting: string;
  old_value: boolean | number | string[];
  new_value: boolean | number | string[];
  /** Decimal, 8 places. */
  price_old: string;
  /** Decimal, 8 places. */
  price_new: string;
  /** Decimal, 8 places. */
  price_difference: string;
  /** What confirming charges at once: for the rest of the paid month. */
  charge: string;
  currency: string;
  becomes_custom: true;
  /** Seconds since 1970. */
  effective_at: number;
  /** Seconds since 1970. */
  expires_at: number;
}

export interface ChangeSettingConfirmParams {
  /** An id, as lists show it. */
  id: string;
}

export interface ChangeSettingConfirmResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subscription: {
    /** free, basic, pro or custom. */
    id: string;
    name: string;
  };
  /** Seconds since 1970. */
  effective_at: number;
  /** The new price of a month less the old one; decimal, 8 places. */
  price_difference: string;
  /** Decimal, 8 places. */
  charged: string;
  applied: {
    setting: string;
    new_value: boolean | number | string[];
  };
}

export interface ChangePhpSdkParams {
  /** From list-packages. */
  id: string;
}

export interface ChangePhpSdkResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subscription: {
    /** free, basic, pro or custom. */
    id: string;
    name: string;
  };
  /** Seconds since 1970. */
  effective_at: number;
  /** The new price of a month less the old one; decimal, 8 places. */
  price_difference: string;
  /** Decimal, 8 places. */
  charged: string;
}

export interface ChangePackageParams {
  /** From list-packages. */
  id?: string;
}

export type ChangePackageResult = {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subscription: {
    /** free, basic, pro or custom. */
    id: string;
    name: string;
  };
  /** Seconds since 1970. */
  effective_at: number;
  /** The new price of a month less the old one; decimal, 8 places. */
  price_difference: string;
  /** Decimal, 8 places. */
  charged: string;
} | {
  current: {
    /** free, basic, pro or custom. */
    id: string;
    name: string;
  };
  packages: Package[];
};

export interface ListServerTypesParams {
  type: "private" | "shared";
  /** Seconds to rent for; begun hours are paid whole. 7200 to 31622400. */
  duration: number;
}

export interface EnablePrivateServerParams {
  /** One of the plan's locations. */
  region: string;
  /** Id of a machine, from server-types. */
  server_package: string;
  /** Seconds to rent for. 7200 to 31622400. Default: 86400. */
  duration?: number;
}

export interface EnablePrivateServerResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  state: "provisioning";
  server: Server;
}

export interface EnableSharedServerParams {
  /** One of the plan's locations. */
  region: string;
  /** Id of a machine; default the cheapest. */
  server_package?: string;
  /** Seconds to rent for. 7200 to 31622400. Default: 86400. */
  duration?: number;
}

export interface EnableSharedServerResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  state: "provisioning";
  server: Server;
}

export interface ListPrivateServersParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListPrivateServersResult {
  servers: Server[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface ListSharedServersParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListSharedServersResult {
  servers: Server[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface DisablePrivateServerParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DisablePrivateServerResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  server: Server;
}

export interface DisableSharedServerParams {
  /** An id, as lists show it. */
  id: string;
}

export interface DisableSharedServerResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  server: Server;
}

export interface AddDrivetimeParams {
  /** Of an option. */
  id?: string;
}

export type AddDrivetimeResult = {
  /** Seconds that can be used. */
  balance_seconds: number;
  used_seconds: number;
  /** Null while there is none. */
  expires_at: number | null;
  options: {
    id: string;
    /** Seconds since 1970. */
    seconds: number;
    /** Decimal, 8 places. */
    price: string;
    currency: string;
  }[];
} | {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Seconds that can be used. */
  balance_seconds: number;
};

export interface ListHistoryParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface ListHistoryResult {
  history: BillingHistoryEntry[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface BillingOperations {
  /** The subscription and everything that it allows. A sub-account sees what its owner leaves it of the plan. */
  getDetails(params?: Record<string, never>, options?: CallOptions): Promise<SubscriptionDetails>;
  /**
   * Always refused: cancellation is only possible on the website. A key that falls into wrong hands cannot end a
   * subscription. The free package can be changed to here.
   */
  cancelSubscription(params?: Record<string, never>, options?: CallOptions): Promise<CancelSubscriptionResult>;
  /**
   * Invoices of the account. One for each calendar month, also when there was nothing to pay, and one for each month
   * that is due. What was given back is a line below zero in the month in which it was given back.
   */
  listInvoices: Paged<ListInvoicesParams | undefined, ListInvoicesResult, Invoice>;
  /**
   * The packages, with prices and everything that they allow. Cheapest first. An account with settings of its own
   * also sees its own package, `custom`.
   */
  listPackages(params?: Record<string, never>, options?: CallOptions): Promise<Package[]>;
  /**
   * The cheapest package that is enough. Tell what you need; what is left out is not looked at. A score below 1: no
   * package is enough for all.
   */
  recommendPackage(params?: RecommendPackageParams, options?: CallOptions): Promise<RecommendPackageResult>;
  /**
   * The price of changing one setting. Answers the id of a price adjustment, which change-setting-confirm takes for
   * 15 minutes. A changed setting makes the package a custom one. Lists, such as regions, are sent as one text with
   * commas.
   */
  changeSettingRequest(params: ChangeSettingRequestParams, options?: ChangeOptions): Promise<ChangeSettingRequestResult>;
  /**
   * Change a setting at the quoted price. Takes the id of change-setting-request, once. It is gone after 15 minutes,
   * and when the subscription was changed in between. A change that makes the package cheaper begins when the paid
   * month ends.
   */
  changeSettingConfirm(params: ChangeSettingConfirmParams, options?: ChangeOptions): Promise<ChangeSettingConfirmResult>;
  /**
   * Switch to another package. A dearer package begins at once; the difference for the rest of the paid month is
   * charged. A cheaper one begins when that month ends. Refused while more is in use than the package allows:
   * `conflicts` says what.
   */
  changePhpSdk(params: ChangePhpSdkParams, options?: ChangeOptions): Promise<ChangePhpSdkResult>;
  /**
   * Switch to another package, or see which there are. With `id` the same as change-php-sdk, which needs full access;
   * without it, the current package and those that can be chosen.
   */
  changePackage(params?: ChangePackageParams, options?: ChangeOptions): Promise<ChangePackageResult>;
  /**
   * The machines that can be rented, and what they cost for a time. Hours past the first week cost 90 %, hours past
   * thirty days 75 %.
   */
  listServerTypes(params: ListServerTypesParams, options?: CallOptions): Promise<ServerType[]>;
  /**
   * Rent a private server. Charges the whole time at once; the time begins when the server is active. What cannot be
   * set up within 15 minutes is paid back.
   */
  enablePrivateServer(params: EnablePrivateServerParams, options?: ChangeOptions): Promise<EnablePrivateServerResult>;
  /**
   * Rent a shared server. Charges the whole time at once; the time begins when the server is active. What cannot be
   * set up within 15 minutes is paid back.
   */
  enableSharedServer(params: EnableSharedServerParams, options?: ChangeOptions): Promise<EnableSharedServerResult>;
  /**
   * The private servers of the account. Newest first, those that are over too. One that no machine takes within 15
   * minutes is `failed`, and what was paid for it is given back; `fails_at` tells when.
   */
  listPrivateServers: Paged<ListPrivateServersParams | undefined, ListPrivateServersResult, Server>;
  /**
   * The shared servers of the account. Newest first, those that are over too. The ones that the package includes have
   * `default` true.
   */
  listSharedServers: Paged<ListSharedServersParams | undefined, ListSharedServersResult, Server>;
  /**
   * Give a rented private server up. What is left of its time is paid back. Refused while strategies run on it:
   * `active_strategies` lists them; and while orders of its strategies may be open: `open_orders` lists up to 20 of
   * them.
   */
  disablePrivateServer(params: DisablePrivateServerParams, options?: ChangeOptions): Promise<DisablePrivateServerResult>;
  /**
   * Give a rented shared server up. What is left of its time is paid back. Refused while strategies run on it:
   * `active_strategies` lists them; and while orders of its strategies may be open: `open_orders` lists up to 20 of
   * them.
   */
  disableSharedServer(params: DisableSharedServerParams, options?: ChangeOptions): Promise<DisableSharedServerResult>;
  /**
   * Buy run time in advance, or see what there is. Drivetime lets strategies run longer than the plan's maximum
   * duration. A run that reaches it takes a minute after the other while it runs, not while it is paused or stopped;
   * a minute that has begun counts whole. When nothing is left, the run ends as at its duration. With `id`, one of
   * the options is bought, which needs full access; without it they are shown. It can be used for a year after the
   * last purchase.
   */
  addDrivetime(params?: AddDrivetimeParams, options?: ChangeOptions): Promise<AddDrivetimeResult>;
  /**
   * Deposits, and what was paid to the platform. Newest first, with what was given back of these payments.
   * finance/list-recent-transactions lists everything that has moved the balance: also withdrawals, signals, referral
   * shares and earnings of articles.
   */
  listHistory: Paged<ListHistoryParams | undefined, ListHistoryResult, BillingHistoryEntry>;
}
