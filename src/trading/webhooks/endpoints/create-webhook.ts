import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { makeWebhookSecret } from "../../../kit/webhooks/manage.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps, RandomDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { checkUrl } from "../check-url.ts";
import { webhookLimit, WEBHOOKS_BY_PLAN } from "../core/webhook-limits.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { webhookErrors } from "../errors.ts";
import { showWebhook, webhookParams, webhookRecord } from "../records.ts";
import { doing } from "../view.ts";

const { free, basic, pro } = WEBHOOKS_BY_PLAN;

export const createWebhook = endpoint({
  id: "webhooks.createWebhook",
  method: ["GET", "POST"],
  path: "/webhooks/create",
  auth: "change",
  summary: "Be told by HTTP",
  description:
    "Signed deliveries to an address of yours. The first one is `webhook.created`, whatever was chosen. The secret of the signatures is shown in this answer and never again. A " +
    "webhook of a sub-account receives what the sub-account sees. The package says how many webhooks the users of an account " +
    `may have together: \`free\` ${free}, \`basic\` ${basic}, \`pro\` ${pro}.`,
  input: {
    params: Type.Object({
      url: webhookParams.url,
      events: webhookParams.events,
      label: Type.Optional(webhookParams.label),
    }),
  },
  output: json(
    mutation({
      secret: Type.String({ description: "The key of the signatures; it is not shown again" }),
      webhook: webhookRecord,
    }),
  ),
  errors: [webhookErrors.badUrl, webhookErrors.tooMany],
  examples: [
    {
      name: "orders and alerts",
      body: { url: "https://hooks.example.com/tripod", events: ["order.filled", "risk.alert"], label: "Desk" },
    },
    {
      name: "an address in a private network",
      body: { url: "https://10.0.0.5/tripod", events: ["order.filled"] },
      status: 422,
    },
    { name: "an unknown event", body: { url: "https://hooks.example.com/", events: ["order.lost"] }, status: 422 },
    { name: "without what it needs", body: {}, status: 422 },
  ],
  beyondSpec: true,

  async run(
    { userWebhooks, allowPrivateWebhooks, random, clock }: UserWebhookDeps & RandomDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    const url = await checkUrl(allowPrivateWebhooks, params.url);
    const maximum = webhookLimit(actor.plan.id);
    const secret = makeWebhookSecret(random);
    const wanted = { url, label: params.label ?? "", events: [...new Set(params.events)], secret };
    const webhook = await userWebhooks.create(doing(actor, clock.now()), wanted, maximum);
    if (!webhook) throw webhookErrors.tooMany({ maximum });
    return {
      status: true as const,
      id: webhook.id,
      message: "Keep the secret: it is not shown again",
      secret,
      webhook: showWebhook(webhook),
    };
  },
});
