/**
 * Tickets for the stream of events. A browser's EventSource sends no headers, and a key must not be part of an address. So
 * who has a key gets a ticket with it, which is part of the address instead: it opens one stream, once, within seconds.
 */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { BudgetPerSecond } from "./core/budget-per-second.ts";
import { makeTicket, type ShownTicket } from "./core/ticket.ts";
import { CHALLENGE, keyErrors } from "./errors.ts";
import type { KeyOwner } from "./key.ts";
import type { Keyring } from "./keyring.ts";
import type { TicketStore } from "./store.ts";

export const TICKET_SECONDS = 30;

/** Tickets of one process that the database is asked about, so that guessing cannot keep it busy. */
export const TICKETS_PER_SECOND = 200;

export interface TicketsOptions {
  readonly store: TicketStore;
  readonly keyring: Pick<Keyring, "ownerOfId">;
  readonly clock: Clock;
  readonly random: Random;
}

export class Tickets {
  readonly #options: TicketsOptions;
  readonly #budget = new BudgetPerSecond(TICKETS_PER_SECOND);

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** A ticket of this owner's key. It cannot be had again: only its hash is kept. Undefined when too many wait. */
  async create({ id }: Pick<KeyOwner, "id">): Promise<string | undefined> {
    const { store, random } = this.#options;
    const ticket = makeTicket(random);
    const hasRoom = await store.add({ hash: hashSecret(ticket), keyId: id, ttlSeconds: TICKET_SECONDS });
    return hasRoom ? ticket : undefined;
  }

  /**
   * Whose key a ticket stands for. The ticket is used up, whatever comes of the request.
   *
   * @throws keys.badTicket, keys.unknown, keys.expired (401), keys.disabled (403), keys.unavailable (503)
   */
  async ownerOf(shown: Exclude<ShownTicket, { kind: "none" }>): Promise<KeyOwner> {
    const { store, keyring, clock } = this.#options;
    if (shown.kind === "malformed") throw keyErrors.badTicket({}, CHALLENGE);
    if (!this.#budget.take(clock.now())) throw keyErrors.unavailable({}, { headers: { "Retry-After": "1" } });
    const keyId = await store.take(hashSecret(shown.ticket));
    if (keyId === undefined) throw keyErrors.badTicket({}, CHALLENGE);
    return keyring.ownerOfId(keyId, clock.now());
  }
}
