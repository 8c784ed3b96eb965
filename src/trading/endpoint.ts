/** The trading platform's own `endpoint`, which knows its callers. Each `run` names the dependencies that it needs. */
import { endpointWith } from "../kit/endpoint/endpoint.ts";
import type { Caller, Visitor } from "./caller.ts";

export interface TradingActors {
  /** Anybody; a caller who has shown a key all the same. */
  readonly public: Caller | undefined;
  /** Anybody, and from where: who logs in, or has lost the password. A key or session gives no further rights here. */
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
  /** The operator of the platform. */
  readonly admin: Caller;
  /** The same in a session with a second factor, and by no key: moves money of accounts, or changes other users. */
  readonly provenAdmin: Caller;
}

export const endpoint = endpointWith<TradingActors>();
