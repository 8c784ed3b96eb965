import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatAmount } from "../../../kit/money/amount.ts";
import { endpoint } from "../../endpoint.ts";
import { decimal } from "../../shapes.ts";
import { BILLING_CURRENCY } from "../core/packages.ts";
import { RENT_SECONDS, rentOf, SERVER_TYPES } from "../core/server-types.ts";

const kind = Type.Union([Type.Literal("private"), Type.Literal("shared")]);
const duration = Type.Integer({ ...RENT_SECONDS, description: "Seconds to rent for; begun hours are paid whole" });

const serverTypeRecord = Type.Object(
  {
    id: Type.String({ description: "What to rent it by" }),
    type: kind,
    name: Type.String(),
    cpu: Type.Integer(),
    memory_mb: Type.Integer(),
    disk_gb: Type.Integer(),
    network_mbps: Type.Integer(),
    regions: Type.Array(Type.String(), { description: "Where the plan lets you rent it" }),
    price_hour: decimal,
    price_total: decimal,
    currency: Type.String(),
    duration: Type.Integer(),
  },
  { title: "ServerType" },
);

export const listServerTypes = endpoint({
  id: "billing.listServerTypes",
  method: ["GET", "POST"],
  path: "/subscriptions/server-types",
  auth: "user",
  summary: "The machines that can be rented, and what they cost for a time",
  description: "Hours past the first week cost 90 %, hours past thirty days 75 %.",
  input: { params: Type.Object({ type: kind, duration }) },
  output: json(Type.Array(serverTypeRecord)),
  errors: [],
  examples: [
    { name: "private machines for two hours", body: { type: "private", duration: 7200 } },
    { name: "less than two hours", body: { type: "private", duration: 7199 }, status: 422 },
    { name: "public ones, which there are not", body: { type: "public", duration: 7200 }, status: 422 },
  ],

  run(_deps, { input: { params }, actor }) {
    const { locations } = actor.plan.limits.strategies.servers;
    return SERVER_TYPES.filter(({ type }) => type === params.type).map((each) => ({
      id: each.id,
      type: each.type,
      name: each.name,
      cpu: each.cpu,
      memory_mb: each.memoryMb,
      disk_gb: each.diskGb,
      network_mbps: each.networkMbps,
      regions: [...locations[each.type].active],
      price_hour: formatAmount(each.priceHour),
      price_total: formatAmount(rentOf(each.priceHour, params.duration)),
      currency: BILLING_CURRENCY,
      duration: params.duration,
    }));
  },
});
