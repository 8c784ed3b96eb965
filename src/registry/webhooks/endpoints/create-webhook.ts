import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { refuseMistakes } from "../../../kit/errors/refuse-mistakes.ts";
import type { Webhook } from "../../../kit/webhooks/store.ts";
import { endpoint } from "../../endpoint.ts";
import { webhookErrors } from "../errors.ts";
import { addWebhook } from "../manage.ts";
import { registryWebhooks, type WebhookEvent } from "../service.ts";
import { viewWebhook, webhookEvent, webhookMembers } from "../view.ts";

/** Names are not looked up here: a request would wait for it, and what a name leads to is checked at each delivery. */
const NO_LOOKUP = { lookup: async () => [] };

const madeWebhook = Type.Object(
  { secret: Type.String({ description: "The key of its signatures. Shown only now" }), ...webhookMembers },
  { title: "MadeWebhook", additionalProperties: false },
);

/** Notifies an address of changes of servers from now on. */
export const createWebhook = endpoint({
  id: "webhooks.createWebhook",
  method: "POST",
  path: "/admin/webhooks",
  auth: "admin",
  summary: "Add a webhook",
  description:
    "The URL must be https and lead to a public address; the operator names others in `TRIPOD_ALLOW_PRIVATE_OUTBOUND`. The " +
    "host is looked up at each delivery: the list of deliveries shows what came of it.",
  input: {
    body: Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: 2_000 }),
        pattern: Type.Optional(
          Type.String({
            maxLength: 200,
            description: "Of which servers: a name, the beginning of one followed by `*`, or `*` (the default)",
          }),
        ),
        events: Type.Optional(
          Type.Array(webhookEvent, {
            minItems: 1,
            maxItems: registryWebhooks.events.length,
            description: "All by default",
          }),
        ),
      },
      { title: "NewWebhook", additionalProperties: false },
    ),
  },
  output: json(madeWebhook, { status: 201 }),
  errors: [webhookErrors.invalid],
  limits: { bodyBytes: 8_192 },
  beyondSpec: true,
  examples: [
    {
      name: "publications of one namespace",
      body: { url: "https://hooks.example.com/tripod", pattern: "io.example/*", events: ["published"] },
    },
    { name: "an address in a private network", body: { url: "https://10.0.0.5/tripod" }, status: 422 },
    { name: "a pattern that no name has", body: { url: "https://hooks.example.com/", pattern: "/x*" }, status: 422 },
  ],

  run: ({ change, webhookDeps }, { input: { body }, actor, requestId }) =>
    refuseMistakes(webhookErrors.invalid, async () => {
      const { url, pattern = "*", events = registryWebhooks.events } = body;
      let added: Webhook<WebhookEvent> | undefined;
      // Nothing outside is asked within the transaction, which is what `add` opens.
      const add = (webhook: Webhook<WebhookEvent>): Promise<boolean> => {
        added = webhook;
        return change({ actor, requestId }, async ({ webhooks, record }) => {
          if (!(await webhooks.add(webhook))) return false;
          // The path of an address is often a secret of the receiver.
          const detail = { webhookId: webhook.id, host: new URL(webhook.url).host, events: webhook.events, pattern };
          await record({ action: "webhook.create", detail });
          return true;
        });
      };
      const wanted = { url, pattern, events: [...new Set(events)] };
      const { secret } = await addWebhook({ ...webhookDeps, resolver: NO_LOOKUP, webhooks: { add } }, wanted);
      invariant(added && secret !== undefined, "a webhook of the registry is kept, and signs its deliveries");
      return { secret, ...viewWebhook(added) };
    }),
});
