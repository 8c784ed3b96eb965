import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import type { Caller } from "../../caller.ts";
import { endpoint } from "../../endpoint.ts";
import type { OrderDeps } from "../../engine/index.ts";
import {
  exchangeErrors,
  readVisibleKey,
  type ConnectedExchangeDeps,
  type ExchangeKey,
  type ExchangeKeyDeps,
} from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { missingParameter, unfitParameter } from "../../refuse-parameters.ts";
import type { AskedQuestion } from "../ask-exchange.ts";
import { marketIdOf } from "../asked-orders.ts";
import { checkCancelRights, checkKeyAndMarket } from "../check-order.ts";
import { PREDEFINED_QUERIES, type QueryParameter } from "../core/predefined-queries.ts";
import { orderErrors } from "../errors.ts";
import { apikey, marketCode, queryType, since } from "../parameters.ts";
import type { QueryDeskDeps } from "../query-desk.ts";
import { exchangeQuery } from "../records.ts";
import { showQuery } from "../show-query.ts";
import type { ExchangeQueryDeps } from "../store.ts";

export const createQuery = endpoint({
  id: "orders.createQuery",
  method: ["GET", "POST"],
  path: "/exchange-query/create-query",
  auth: "change",
  permission: "strategies",
  summary: "Ask an exchange something",
  description:
    "What can be asked is in exchange-query/list-exchange-requests. The answer waits up to 3 seconds: then the question goes " +
    "on, and exchange-query/list-exchange-queries shows what became of it. With an Idempotency-Key it does not wait. A " +
    "question without an answer after 2 minutes has `failed`. The newest 1000 of an account are kept, and they go with " +
    "their exchange key. An answer of more than 4 MB is not stored: the question has `failed`, with its size.",
  input: {
    params: Type.Object({
      apikey,
      exchange_query: queryType,
      code: Type.Optional(marketCode),
      order_id: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: "For questions about one order: the id at the exchange, or the client order id",
        }),
      ),
      currency: Type.Optional(
        Type.String({ minLength: 1, maxLength: 16, pattern: "^[A-Za-z0-9]+$", description: "For deposit_address" }),
      ),
      since: Type.Optional(since),
    }),
  },
  output: json(exchangeQuery),
  errors: [
    exchangeErrors.keyNotFound,
    exchangeErrors.notConnected,
    orderErrors.unknownMarket,
    orderErrors.unknownOrder,
    orderErrors.notAllowed,
    orderErrors.keyUnfit,
  ],
  limits: { cost: 5 },
  examples: [
    { name: "balances", body: { apikey: "1000002", exchange_query: "balance" } },
    { name: "no question", body: { apikey: "1000002" }, status: 422 },
  ],

  async run(deps: Deps, { input: { params }, actor }) {
    const key = await checkQuestion(deps, actor, params);
    const { apikey: _, exchange_query: query, ...parameters } = params;
    const stored = await deps.exchangeQueries.addQuery({
      ownerUid: actor.ownerUid,
      uid: actor.uid,
      keyId: key.id,
      exchange: key.exchange,
      query,
      parameters,
      at: deps.clock.now(),
    });
    if (!stored) throw exchangeErrors.keyNotFound({ id: params.apikey });
    return showQuery(await deps.queryDesk.begin(stored, actor, params));
  },
});

type Deps = ExchangeKeyDeps &
  MarketDeps &
  ConnectedExchangeDeps &
  OrderDeps &
  ExchangeQueryDeps &
  QueryDeskDeps &
  ClockDeps;

/** Refuses what is known to have no answer, before anything is stored. */
async function checkQuestion(deps: Deps, actor: Caller, question: AskedQuestion): Promise<ExchangeKey> {
  const { exchange_query: type } = question;
  const { parameters, isAnswered } = PREDEFINED_QUERIES[type];
  const key = await readVisibleKey(deps.exchangeKeys, actor, question.apikey);
  const exchange = deps.connectedExchange(key.exchange);
  if (!exchange) throw exchangeErrors.notConnected({ exchange: key.exchange });
  if (!isAnswered(exchange.has)) {
    throw unfitParameter("exchange_query", "answered", `must be a question that ${key.exchange} answers`);
  }
  for (const [name, need] of Object.entries(parameters)) {
    const isGiven = (question as Readonly<Partial<Record<QueryParameter, unknown>>>)[name as QueryParameter];
    if (need === "required" && isGiven === undefined) throw missingParameter(name);
  }
  await checkKeyAndMarket(deps, actor, question);
  if (key.status === "invalid" || key.status === "disabled") {
    throw orderErrors.keyUnfit({ id: question.apikey, reason: `it is ${key.status}` });
  }
  await checkOrderId(deps, actor, key, question);
  return key;
}

/** Orders that were placed elsewhere are looked for in one market, and never cancelled. */
async function checkOrderId(
  { orders }: OrderDeps,
  actor: Caller,
  key: ExchangeKey,
  { exchange_query: type, order_id: id, code }: AskedQuestion,
): Promise<void> {
  if (id === undefined || (type !== "order_check" && type !== "order_cancel")) return;
  const found = await orders.findOrder(key.id, id, marketIdOf(code));
  if (found && type === "order_cancel") checkCancelRights(actor, found, key);
  if (found) return;
  if (type === "order_cancel") throw orderErrors.unknownOrder({ id });
  if (code === undefined) throw missingParameter("code");
}
