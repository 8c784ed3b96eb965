import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { rowsOf } from "../../page.ts";
import { pageOf, paging } from "../../shapes.ts";
import { viewerOf } from "../../webhooks/index.ts";
import type { AlertListDeps } from "../deps.ts";
import { alertDay, alertRecord, showAlert } from "../records.ts";

export const listAlerts = endpoint({
  id: "alerts.listAlerts",
  method: ["GET", "POST"],
  path: "/alerts/list",
  auth: "user",
  summary: "What needed a look",
  description:
    "Newest first, also those that were not sent. A main account sees those of its sub-accounts too; a sub-account its own, " +
    "and others as its rights say. They are kept for as long as the platform is set to, 90 days unless it says otherwise.",
  input: { params: Type.Object(paging) },
  output: json(Type.Object({ ...pageOf("alerts", alertRecord).properties, ...alertDay })),
  errors: [],
  examples: [{ name: "the newest", body: { limit: 5 } }],
  beyondSpec: true,

  async run({ alerts: kept, alertsPerDay, clock }: AlertListDeps & ClockDeps, { input: { params }, actor }) {
    const { alerts, total } = await kept.list(viewerOf(actor), rowsOf(params));
    return {
      alerts: alerts.map(showAlert),
      page: params.pagenumber,
      showing: alerts.length,
      total,
      daily_limit: alertsPerDay,
      due_today: await kept.countDue(actor.ownerUid, clock.now()),
    };
  },
});
