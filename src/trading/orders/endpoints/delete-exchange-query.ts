import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { keyViewOf } from "../../exchanges/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { orderErrors } from "../errors.ts";
import { queryId } from "../parameters.ts";
import type { ExchangeQueryDeps } from "../store.ts";

export const deleteExchangeQuery = endpoint({
  id: "orders.deleteExchangeQuery",
  method: ["GET", "POST"],
  path: "/exchange-query/delete-exchange-query",
  auth: "change",
  permission: "strategies",
  summary: "Delete a question and its answer",
  description: "A cancel that was asked with the question stays asked.",
  input: { params: Type.Object({ id: queryId }) },
  output: json(mutation({})),
  errors: [orderErrors.unknownQuery],
  examples: [
    { name: "no such question", body: { id: "1" }, status: 404 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run({ exchangeQueries, clock }: ExchangeQueryDeps & ClockDeps, { input: { params }, actor }) {
    const { id } = params;
    const by = { uid: actor.uid, at: clock.now() };
    const isRemoved = await exchangeQueries.removeQuery(keyViewOf(actor), Number(id), by);
    if (!isRemoved) throw orderErrors.unknownQuery({ id });
    return { status: true as const, id, message: "The question is deleted" };
  },
});
