import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import { checkUrl } from "../check-url.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { webhookErrors } from "../errors.ts";
import { showWebhook, webhookParams, webhookRecord } from "../records.ts";
import { doing } from "../view.ts";

export const editWebhook = endpoint({
  id: "webhooks.editWebhook",
  method: ["GET", "POST"],
  path: "/webhooks/edit",
  auth: "change",
  summary: "Change a webhook",
  description:
    "What is not given stays. While a webhook is disabled, nothing is delivered, and deliveries that fall due are given up; " +
    "webhooks/redeliver sends them after all. Enabling resets the count of failures.",
  input: {
    params: Type.Object({
      id,
      url: Type.Optional(webhookParams.url),
      events: Type.Optional(webhookParams.events),
      label: Type.Optional(webhookParams.label),
      enabled: Type.Optional(webhookParams.enabled),
    }),
  },
  output: json(mutation({ webhook: webhookRecord })),
  errors: [webhookErrors.notFound, webhookErrors.badUrl],
  examples: [
    { name: "disabled for a while", body: { id: "1000001", enabled: false } },
    { name: "another address", body: { id: "1000001", url: "https://hooks.example.com/new", enabled: true } },
    { name: "plain http", body: { id: "1000001", url: "http://hooks.example.com/" }, status: 422 },
    { name: "an unknown webhook", body: { id: "1", enabled: false }, status: 404 },
  ],
  beyondSpec: true,

  async run({ userWebhooks, allowPrivateWebhooks, clock }: UserWebhookDeps & ClockDeps, { input: { params }, actor }) {
    const { label, enabled } = params;
    const url = params.url === undefined ? undefined : await checkUrl(allowPrivateWebhooks, params.url);
    const events = params.events && [...new Set(params.events)];
    const change = { url, label, events, enabled };
    const webhook = await userWebhooks.edit(doing(actor, clock.now()), params.id, change);
    if (!webhook) throw webhookErrors.notFound({ id: params.id });
    return {
      status: true as const,
      id: webhook.id,
      message: "The webhook was changed",
      webhook: showWebhook(webhook),
    };
  },
});
