import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import { id, seconds } from "../../shapes.ts";
import type { ImportDeps } from "../deps.ts";

const SHOWN = 100;

const run = Type.Object(
  {
    id,
    exchange: Type.String(),
    key_id: id,
    state: Type.Enum(["queued", "running", "completed", "failed"]),
    from: Type.Union([seconds, Type.Null()], { description: "The oldest trade that was read" }),
    to: Type.Union([seconds, Type.Null()], { description: "The newest" }),
    complete_since: Type.Union([seconds, Type.Null()], {
      description:
        "Since when the trades of all markets that are imported are known: not before `since` of the settings, nor before what the " +
        "exchange still told when they were read. Null while markets are not read to their end, and where it is not known",
    }),
    imported: Type.Integer({ minimum: 0, description: "Trades that were not known before" }),
    skipped: Type.Integer({ minimum: 0, description: "Trades that were known, or are of orders placed here" }),
    errors: Type.Array(Type.String(), {
      description: "What is missing, and why; also of a run that is completed, such as a market that is listed no more",
    }),
    time_created: seconds,
  },
  { title: "OrderImport" },
);

/** The orders read from exchanges that were made elsewhere. */
export const importOrdersList = endpoint({
  id: "trades.importOrdersList",
  method: ["GET", "POST"],
  path: "/finance/import-orders-list",
  auth: "user",
  permission: "finance",
  summary: "List imports of orders",
  description:
    "Imports of orders from the account's exchanges, the newest 100 first. Which keys are imported is set by " +
    "finance/import-orders-settings. Each trade counts once, by its id.",
  input: { params: Type.Object({}) },
  output: json(Type.Array(run)),
  errors: [],
  examples: [{ name: "all" }],

  async run({ orderImports }: ImportDeps, { actor }) {
    const imports = await orderImports.listImports(actor.ownerUid, SHOWN);
    return imports.map(({ id: number, keyId, fromMs, toMs, completeMs, createdAt, ...rest }) => ({
      ...rest,
      errors: [...rest.errors],
      id: String(number),
      key_id: String(keyId),
      from: fromMs === null ? null : Math.floor(fromMs / 1000),
      to: toMs === null ? null : Math.floor(toMs / 1000),
      complete_since: completeMs === null ? null : Math.ceil(completeMs / 1000),
      time_created: toSeconds(createdAt),
    }));
  },
});
