/** The trading platform's own `endpoint`, which knows its dependencies and its callers. */
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { Caller, Visitor } from "./caller.ts";
import type { TradingDeps } from "./deps.ts";

export interface TradingActors {
  /** Anybody; a caller who has shown a key all the same. */
  readonly public: Caller | undefined;
  /** Anybody, and from where: who logs in, or has lost the password. Whoever shows a key or session is none the more. */
  readonly visitor: Visitor;
  /** Any user's key or session: reads. */
  readonly user: Caller;
  /** A key with full access, or a session: changes something. */
  readonly change: Caller;
  /** The main account itself, never a sub-account: reads. */
  readonly owner: Caller;
  /** The main account itself with full access: changes something. */
  readonly ownerChange: Caller;
  /** Staff who answer tickets, and admins. */
  readonly support: Caller;
  /** Who runs the platform. */
  readonly admin: Caller;
}

export const endpoint = endpointFor<TradingDeps, TradingActors>();
