/** The authenticated caller: every endpoint but the public ones receives it. */
import type { Plan } from "./billing/index.ts";

/** How much a key or session may do. Each may do all that those before it may. */
export const ACCESSES = ["read_only", "trade", "full_access"] as const;
export type Access = (typeof ACCESSES)[number];

/** The rights that the owner of an account gives one of its sub-accounts. */
export interface SubaccountRights {
  /** Sees the strategies of the whole account, not only its own. */
  readonly viewAllProfiles: boolean;
  readonly allowApiAccess: boolean;
  readonly allowExport: boolean;
  /** Uses the exchange keys of the account. */
  readonly shareMasterKeys: boolean;
  /** Adds exchange keys of its own. */
  readonly addOwnKeys: boolean;
  /** Codes of exchanges; undefined for all. */
  readonly exchanges: readonly string[] | undefined;
  /** Decimal strings; undefined for the plan's own limit. */
  readonly parentMaximum: string | undefined;
  readonly childMaximum: string | undefined;
  readonly concurrentStrategiesMaximum: number | undefined;
}

export interface Caller {
  /** The user: a main account or a sub-account. */
  readonly uid: number;
  /** The account that pays and owns: the user's own, or that of the sub-account's owner. */
  readonly ownerUid: number;
  readonly role: "user" | "support" | "admin";
  /** Undefined for a main account. */
  readonly rights: SubaccountRights | undefined;
  /** `trade` changes what is traded; no withdrawals, keys or addresses. */
  readonly access: Access;
  /** How the caller identified itself. */
  readonly credential: { readonly kind: "key" | "session"; readonly id: string };
  /** Of the network, after trusted proxies. */
  readonly address: string;
  readonly plan: Plan;
  /** There for a session in which a second factor was shown: at its login, or when the factor was set up in it. */
  readonly showedSecondFactor?: true;
  /** There for a sub-account that must use a second factor and has none yet: it may do nothing but set one up. */
  readonly needsTwoFactor?: true;
}

/** A caller about whom nothing is known yet. */
export interface Visitor {
  /** Of the network, after trusted proxies. */
  readonly address: string;
}
