import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import type { UserWebhookDeps } from "../deps.ts";
import { showWebhook, webhookRecord } from "../records.ts";
import { viewOf } from "../view.ts";

export const listWebhooks = endpoint({
  id: "webhooks.listWebhooks",
  method: ["GET", "POST"],
  path: "/webhooks/list",
  auth: "user",
  summary: "Webhooks",
  description: "Newest first. A main account sees those of its sub-accounts too.",
  input: { params: Type.Object(paging) },
  output: json(pageOf("webhooks", webhookRecord)),
  errors: [],
  examples: [{ name: "the newest", body: { limit: 5 } }],
  beyondSpec: true,

  async run({ userWebhooks }: UserWebhookDeps, { input: { params }, actor }) {
    const { webhooks, total } = await userWebhooks.list(viewOf(actor), rowsOf(params));
    return { webhooks: webhooks.map(showWebhook), page: params.pagenumber, showing: webhooks.length, total };
  },
});
