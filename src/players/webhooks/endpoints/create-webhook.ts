import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { SIGNED } from "../../../kit/webhooks/format.ts";
import type { Webhook } from "../../../kit/webhooks/store.ts";
import { endpoint } from "../../endpoint.ts";
import { refuseMistakes } from "../../../kit/errors/refuse-mistakes.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../core/happening.ts";
import { webhookErrors } from "../errors.ts";
import { addWebhook } from "../manage.ts";
import { webhookEvent, webhookFormat, webhookJson, webhookMembers } from "../webhook-json.ts";

/** Names are not looked up here: a request would wait for it, and what a name leads to is checked at each delivery. */
const NO_LOOKUP = { lookup: async () => [] };

const madeWebhook = Type.Object(
  {
    Secret: Type.Union([Type.String(), Type.Null()], {
      description: "The key of its signatures, shown only now; null where nothing is signed",
    }),
    ...webhookMembers,
  },
  { title: "MadeWebhook", additionalProperties: false },
);

/** Adds a webhook, or a Discord channel. */
export const createWebhook = endpoint({
  id: "webhooks.createWebhook",
  method: "POST",
  path: "/Webhooks",
  auth: "admin",
  beyondSpec: true,
  summary: "Add a webhook",
  description:
    "The URL must be https and lead to a public address; the operator names others in `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The " +
    "host is looked up at each delivery: `/Webhooks/Deliveries` shows what came of it.",
  input: {
    body: Type.Object({
      Url: Type.String({ minLength: 1, maxLength: 2_000 }),
      Events: Type.Optional(
        Type.Array(webhookEvent, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, description: "All by default" }),
      ),
      Pattern: Type.Optional(
        Type.String({ maxLength: 100, description: "Whose events: `*` (the default), `server/KEY` or `tribe/NUMBER`" }),
      ),
      Format: Type.Optional(webhookFormat),
    }),
  },
  limits: { bodyBytes: 4_096 },
  output: json(madeWebhook, { status: 201 }),
  errors: [webhookErrors.invalid],
  examples: [
    { name: "joins and leaves", body: { Url: "https://hooks.example.com/ark", Events: ["join", "leave"] } },
    {
      name: "a Discord channel",
      body: { Url: "https://discord.com/api/webhooks/123456/a-token_of-Discord-itself", Format: "discord" },
    },
    { name: "a private address", body: { Url: "https://10.0.0.1/hook" }, status: 400 },
    { name: "an unknown pattern", body: { Url: "https://hooks.example.com/ark", Pattern: "island" }, status: 400 },
  ],

  run: ({ change, ...deps }, { input: { body }, actor, requestId }) =>
    refuseMistakes(webhookErrors.invalid, async () => {
      const { Url: url, Events: events = WEBHOOK_EVENTS, Pattern: pattern = "*", Format: format = SIGNED } = body;
      let added: Webhook | undefined;
      // Nothing outside is asked within the transaction, which is what `add` opens.
      const add = (webhook: Webhook<WebhookEvent>): Promise<boolean> => {
        added = webhook;
        return change({ actor, requestId }, async ({ webhooks, audit }) => {
          if (!(await webhooks.add(webhook))) return false;
          // The path of an address is often a secret of the receiver.
          const detail = { host: new URL(webhook.url).host, events: webhook.events, pattern };
          await audit({ action: "webhook.create", subject: webhook.id, detail });
          return true;
        });
      };
      const wanted = { url, pattern, events, format };
      const { secret } = await addWebhook({ ...deps, resolver: NO_LOOKUP, webhooks: { add } }, wanted);
      invariant(added, "a webhook that has an id was added");
      return { Secret: secret ?? null, ...webhookJson(added) };
    }),
});
