/**
 * The tables of webhooks are the same for each service, in a schema of its own: `<schema>.webhooks` and
 * `<schema>.webhook_deliveries`. Statements are made for a schema, which is therefore part of their text and their names.
 */
import type { Brand } from "../../ids/brand.ts";
import { invariant } from "../../errors/invariant.ts";
import type { WebhookService } from "../service.ts";

/** A name that may be in a statement's text: our own, and nothing but letters. */
export type Schema = Brand<string, "Schema">;

/** The schema that a service's webhooks are kept in. */
export function schemaOf({ name }: Pick<WebhookService, "name">): Schema {
  invariant(/^[a-z]{1,20}$/.test(name), "a service's name is a schema's name");
  return name as Schema;
}
