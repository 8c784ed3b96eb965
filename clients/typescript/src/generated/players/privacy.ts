// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Erasure, Person } from "./schemas.ts";

export interface FindPersonParams {
  /** Number of a player, Steam id (`76561198000000001`, `STEAM_0:1:19867136`, `[U:1:39734273]`), or EOS id. */
  id: string;
}

export interface SetOptOutParams {
  /** Number of the player, 0 to 2^63 - 1. */
  id: string;
  body: {
    OptedOut: boolean;
    /** Typed again: the id as in the address, the account's id, or the name of one of its characters. */
    Confirm: string;
  };
}

export interface ErasePersonParams {
  /** Number of a player, Steam id (`76561198000000001`, `STEAM_0:1:19867136`, `[U:1:39734273]`), or EOS id. */
  id: string;
  body: {
    /** Typed again: the id as in the address, the account's id, or the name of one of its characters. */
    Confirm: string;
  };
}

export interface PrivacyOperations {
  /**
   * Whom an erasure would mean. The account and all its characters. An account that was never met has none, and can
   * be erased too.
   */
  findPerson(params: FindPersonParams, options?: CallOptions): Promise<Person>;
  /**
   * Keep no history of a player. Removes former names and tribes of the player, and past sessions of the account, and
   * keeps none from now on. With `OptedOut` false history is kept again; what was removed does not come back.
   */
  setOptOut(params: SetOptOutParams, options?: CallOptions): Promise<Person>;
  /**
   * Erase a person. All characters of the account, for good: profiles, names, sessions, and what logs of tribes and
   * webhooks say of them. Later saves and servers that name them bring nothing back. `GET /Person/:id` shows whom it
   * means. An unknown account can be erased, too: nothing of it will be stored. Repeating it changes nothing.
   */
  erasePerson(params: ErasePersonParams, options?: CallOptions): Promise<Erasure>;
}
