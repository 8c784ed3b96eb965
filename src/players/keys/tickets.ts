/**
 * Tickets for the stream of events. A browser's EventSource sends no headers, and a key must not be part of an address. So
 * who has a key gets a ticket with it, which is part of the address instead: it opens one stream, once, within seconds.
 */
import { LRUCache } from "lru-cache";
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { TicketStore } from "../../kit/auth/tickets.ts";
import type { Random } from "../../kit/ids/ids.ts";
import { networkOf } from "../../kit/limits/network-of.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { BudgetPerSecond } from "./core/budget-per-second.ts";
import { makeTicket, type ShownTicket } from "./core/ticket.ts";
import { CHALLENGE, keyErrors } from "./errors.ts";
import type { KeyOwner } from "./key.ts";
import type { Keyring } from "./keyring.ts";

export const TICKET_SECONDS = 30;

/**
 * Invalid tickets of one network in a second, at one process: further ones are not looked up, so that guessing cannot
 * keep the database busy. Each network has its own, so that guesses from one do not shut readers of others out.
 */
export const WRONG_TICKETS_PER_SECOND = 200;

/** Networks whose guesses are counted at once; the one that asked longest ago is forgotten first. */
const MAX_NETWORKS = 10_000;

export interface TicketsOptions {
  /** Owners are ids of keys. */
  readonly store: TicketStore<string>;
  readonly keyring: Pick<Keyring, "ownerOfId">;
  readonly clock: Clock;
  readonly random: Random;
}

export class Tickets {
  readonly #options: TicketsOptions;
  readonly #guesses = new LRUCache<string, BudgetPerSecond>({ max: MAX_NETWORKS });

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** A ticket of this owner's key. It cannot be had again: only its hash is kept. Undefined when too many wait. */
  async create({ id }: Pick<KeyOwner, "id">): Promise<string | undefined> {
    const { store, random } = this.#options;
    const ticket = makeTicket(random);
    const hasRoom = await store.add({ hash: hashSecret(ticket), owner: id, ttlSeconds: TICKET_SECONDS });
    return hasRoom ? ticket : undefined;
  }

  /**
   * The key of a ticket. The ticket is used up, whatever comes of the request.
   *
   * @param address of the caller
   * @throws keys.badTicket, keys.unknown, keys.expired (401), keys.disabled (403), keys.unavailable (503)
   */
  async ownerOf(shown: Exclude<ShownTicket, { kind: "none" }>, address: string): Promise<KeyOwner> {
    const { store, keyring, clock } = this.#options;
    if (shown.kind === "malformed") throw keyErrors.badTicket({}, CHALLENGE);
    const guesses = this.#guessesOf(networkOf(address));
    if (!guesses.take(clock.now())) throw keyErrors.unavailable({}, { headers: { "Retry-After": "1" } });
    const keyId = await store.take(hashSecret(shown.ticket));
    if (keyId === undefined) throw keyErrors.badTicket({}, CHALLENGE);
    guesses.giveBack();
    return keyring.ownerOfId(keyId, clock.now());
  }

  #guessesOf(network: string): BudgetPerSecond {
    const known = this.#guesses.get(network) ?? new BudgetPerSecond(WRONG_TICKETS_PER_SECOND);
    this.#guesses.set(network, known);
    return known;
  }
}
