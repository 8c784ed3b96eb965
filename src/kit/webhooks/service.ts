import type { WebhookFormat } from "./format.ts";

/** The differences between services' webhooks. */
export interface WebhookService<EventName extends string = string> {
  /** The service's name: that of its schema in the database, of its statements and of its jobs. Lower-case letters. */
  readonly name: string;
  /** The events of a webhook. */
  readonly events: readonly EventName[];
  /** The member of a body that holds the delivery's id: `id`, or `Id` where members begin with capitals. */
  readonly idMember: string;
  /** Formats that a webhook may have besides the signed one, by name. */
  readonly formats?: Readonly<Record<string, WebhookFormat<EventName>>>;
}
