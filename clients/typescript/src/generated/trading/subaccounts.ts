// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Broadcast, ReceivedBroadcast, Subaccount, SubaccountAccess } from "./schemas.ts";

export interface SubaccountCreateParams {
  name: string;
  /** An address for mail. */
  email: string;
  /** Whether it may log in and use keys. */
  active: boolean;
  /** Whether it uses the exchange keys of the main account. */
  allow_api_key_usage: boolean;
  /** Decimal, at most 8 places; empty for the plan's own. */
  parent_maximum?: string;
  /** Decimal, at most 8 places; empty for the plan's own. */
  child_maximum?: string;
  /** Codes of exchanges, also with commas between them; All for all that the plan has. */
  exchanges_enabled?: string[];
  /** 0 to 1000000. */
  concurrent_strategies_maximum?: number;
  export_enabled?: boolean;
  /** Whether it sees the strategies of the whole account. */
  view_all_profiles?: boolean;
  /** Older name of allow_api_key_usage. */
  share_accounts_apikeys?: boolean;
  /** Whether it adds exchange keys of its own. */
  manage_own_apikeys?: boolean;
  force_twofactor?: boolean;
  /** Whether it has API keys of the platform. */
  allow_api_access?: boolean;
  /**
   * What the sub-account logs in with. Unique among all users, in whatever case; cannot be changed. A mail address is
   * not allowed.
   */
  username: string;
  password: string;
}

export interface SubaccountCreateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subaccount: Subaccount;
}

export interface SubaccountEditParams {
  name: string;
  /** An address for mail. */
  email: string;
  /** Whether it may log in and use keys. */
  active: boolean;
  /** Whether it uses the exchange keys of the main account. */
  allow_api_key_usage: boolean;
  /** Decimal, at most 8 places; empty for the plan's own. */
  parent_maximum?: string;
  /** Decimal, at most 8 places; empty for the plan's own. */
  child_maximum?: string;
  /** Codes of exchanges, also with commas between them; All for all that the plan has. */
  exchanges_enabled?: string[];
  /** 0 to 1000000. */
  concurrent_strategies_maximum?: number;
  export_enabled?: boolean;
  /** Whether it sees the strategies of the whole account. */
  view_all_profiles?: boolean;
  /** Older name of allow_api_key_usage. */
  share_accounts_apikeys?: boolean;
  /** Whether it adds exchange keys of its own. */
  manage_own_apikeys?: boolean;
  force_twofactor?: boolean;
  /** Whether it has API keys of the platform. */
  allow_api_access?: boolean;
  /** An id, as lists show it. */
  id: string;
  /** Refused: it cannot be changed here. */
  password?: string;
}

export interface SubaccountEditResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  subaccount: Subaccount;
}

export interface SubaccountAccessHistoryParams {
  /** Entries on a page. 1 to 1000. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  /** An id, as lists show it. */
  id?: string;
}

export interface SubaccountAccessHistoryResult {
  access: SubaccountAccess[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface BroadcastCreateParams {
  title: string;
  body: string;
}

export interface BroadcastCreateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  broadcast: Broadcast;
  recipients: number;
}

export interface BroadcastEditParams {
  /** An id, as lists show it. */
  id: string;
  title?: string;
  body?: string;
}

export interface BroadcastEditResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  broadcast: Broadcast;
}

export interface BroadcastListParams {
  /** Messages on a page. 1 to 100. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface BroadcastListResult {
  broadcasts: Broadcast[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface BroadcastsParams {
  /** Messages on a page. 1 to 100. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
}

export interface BroadcastsResult {
  broadcasts: ReceivedBroadcast[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface BroadcastDeleteParams {
  /** An id, as lists show it. */
  id: string;
}

export interface BroadcastDeleteResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface SubaccountDeleteParams {
  /** An id, as lists show it. */
  id: string;
}

export interface SubaccountDeleteResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  kept: {
    strategies: number;
    /** Entries of its changes and accesses. */
    history: number;
  };
}

export interface SubaccountsOperations {
  /**
   * Add a sub-account. A user of its own that works in this account, within the limits of the plan and of what is
   * given here. What is not given, it may not.
   */
  subaccountCreate(params: SubaccountCreateParams, options?: ChangeOptions): Promise<SubaccountCreateResult>;
  /**
   * Change a sub-account. What is not given stays as it is. Username and password cannot be changed here. `active` as
   * false ends the sessions of the sub-account; its API keys work again once it is active again.
   */
  subaccountEdit(params: SubaccountEditParams, options?: ChangeOptions): Promise<SubaccountEditResult>;
  /** The sub-accounts of the account. */
  subaccountList(params?: Record<string, never>, options?: CallOptions): Promise<Subaccount[]>;
  /** When and from where sub-accounts came in. Of all, deleted ones included, or of one. */
  subaccountAccessHistory: Paged<SubaccountAccessHistoryParams | undefined, SubaccountAccessHistoryResult, SubaccountAccess>;
  /**
   * Send a message to all sub-accounts. They read it at `/user/broadcasts`. Sub-accounts that are added later do not
   * get it.
   */
  broadcastCreate(params: BroadcastCreateParams, options?: ChangeOptions): Promise<BroadcastCreateResult>;
  /**
   * Change a message to the sub-accounts. What is not given stays. When the text differs, it counts as unread again.
   */
  broadcastEdit(params: BroadcastEditParams, options?: ChangeOptions): Promise<BroadcastEditResult>;
  /** Messages sent to the sub-accounts. */
  broadcastList: Paged<BroadcastListParams | undefined, BroadcastListResult, Broadcast>;
  /**
   * Messages from the main account to this sub-account. Listing them marks those shown as read. A main account has
   * none.
   */
  broadcasts: Paged<BroadcastsParams | undefined, BroadcastsResult, ReceivedBroadcast>;
  /** Take a message to the sub-accounts back. */
  broadcastDelete(params: BroadcastDeleteParams, options?: ChangeOptions): Promise<BroadcastDeleteResult>;
  /**
   * End a sub-account for good. It can never log in again, and its username stays taken. Strategies and history stay
   * with the account. Name, mail address, settings and password are forgotten, and all the rest when the account is
   * closed. Its strategies that are active go on under the main account; user/audit names them. Its own exchange keys
   * are deleted: refused while strategies trade with these (`active_strategies`), or while orders of them may be open
   * (`open_orders`); each lists up to 20. It follows no signals any more.
   */
  subaccountDelete(params: SubaccountDeleteParams, options?: ChangeOptions): Promise<SubaccountDeleteResult>;
}
