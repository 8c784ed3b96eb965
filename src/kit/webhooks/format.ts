/** Receivers that have a form of their own: chats that take messages, and check no signature. */
import type { Delivery, Webhook } from "./store.ts";

/** The format of a webhook that has no other: our JSON, signed. */
export const SIGNED = "signed";

export interface WebhookFormat<EventName extends string = string> {
  /**
   * Splits the operator's address into the part kept in clear and the part that lets its holder write, which is kept
   * sealed in place of a signing key.
   *
   * @throws UserError for an address that does not have this format
   */
  split(url: URL): { readonly url: string; readonly secret: string };
  /** The address and body of a delivery. The body is JSON. */
  write(webhook: Webhook<EventName>, delivery: Delivery<EventName>, secret: string): { url: string; body: string };
  /** Statuses that say that the address will never take anything again. */
  readonly goneStatuses: readonly number[];
}
