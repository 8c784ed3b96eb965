import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import { EXCHANGE_CODES, findExchange } from "../core/exchange-codes.ts";
import { whyNoNewKey } from "../core/key-access.ts";
import type { Exchange } from "../port.ts";
import { exchangeErrors } from "../errors.ts";
import { MAY_WITHDRAW } from "../ask-about-key.ts";
import type { ConnectedExchangeDeps, ExchangeKeyDeps } from "../deps.ts";
import { firstTest } from "../first-test.ts";
import { exchangeKey, type ShownExchangeKey } from "../records.ts";
import { showKey, type ShownKeyDeps } from "../show-key.ts";
import type { ExchangeCredentials, ExchangeKey } from "../store.ts";

/** Stores a key that an exchange has issued. From here on, only the process that trades sees it again. */
export const addKey = endpoint({
  id: "exchanges.addKey",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/add",
  auth: "change",
  permission: "exchangeKeys",
  summary: "Store an exchange API key",
  description:
    "Token, secret and password are encrypted at once and never shown again: lists show a part of the token. " +
    "Send them in the body, because addresses are kept in places that bodies are not. " +
    "Give the key the right to trade and not the right to withdraw. The key is tested at once. Where its exchange is not " +
    "connected or does not answer, it is tested as soon as it can be, and `waits_for` says so.",
  limits: { cost: 5 },
  input: {
    params: Type.Object({
      exchange: Type.String({ minLength: 1, maxLength: 64, description: "Code, from strategy/list-exchanges" }),
      label: Type.String({ minLength: 2, maxLength: 100, pattern: NOT_BLANK, description: "Your name for the key" }),
      token: Type.String({ minLength: 5, maxLength: 1024, description: "The key, as the exchange calls it" }),
      secret: Type.String({ minLength: 5, maxLength: 8192, description: "Its secret or private key" }),
      password: Type.Optional(
        Type.String({ maxLength: 1024, description: "Its passphrase or memo, at exchanges that issue one" }),
      ),
    }),
  },
  output: json(mutation({ key: exchangeKey })),
  errors: [exchangeErrors.keyUnfit, exchangeErrors.notAllowed, exchangeErrors.tooManyKeys],
  examples: [
    {
      name: "a key of Kraken",
      body: { exchange: "kraken", label: "Main account", token: "example-token-1234", secret: "example-secret" },
    },
    {
      name: "a key of a simulated exchange",
      body: { exchange: "simalpha", label: "Play money", token: "example-token-1234", secret: "example-secret" },
    },
    { name: "nothing", body: {}, status: 422 },
    {
      name: "an exchange that is not supported",
      body: { exchange: "nowhere", label: "Main account", token: "example-token-1234", secret: "example-secret" },
      status: 422,
    },
    {
      name: "without the passphrase that the exchange asks for",
      body: { exchange: "okx", label: "Main account", token: "example-token-1234", secret: "example-secret" },
      status: 422,
    },
  ],

  async run(deps: ExchangeKeyDeps & ShownKeyDeps & ClockDeps, { input: { params }, actor }) {
    const exchange = findExchange(params.exchange) ?? simulated(deps.connectedExchange(params.exchange));
    if (!exchange) throw unfit("this exchange is not supported", { supported: EXCHANGE_CODES });
    if (exchange.needsPassword && !params.password) throw unfit(`${exchange.name} asks for a password too`);
    const reason = whyNoNewKey(actor, exchange.code);
    if (reason !== undefined) throw exchangeErrors.notAllowed({ reason });

    const { token, secret, password } = params;
    const credentials = password ? { token, secret, password } : { token, secret };
    const maximum = actor.plan.limits.exchange_api_keys.maximum_stored;
    const added = await deps.exchangeKeys.addKey(
      {
        ownerUid: actor.ownerUid,
        uid: actor.uid,
        exchange: exchange.code,
        label: params.label,
        credentials,
        at: deps.clock.now(),
      },
      maximum,
    );
    if (!added) throw exchangeErrors.tooManyKeys({ maximum });
    const key = await showKey(deps, actor, await testNewKey(deps, added, actor.ownerUid, credentials));
    return { status: true as const, id: key.id, message: messageOf(key), key };
  },
});

/** The key after its first test; unchanged where its exchange gives no answer about it now. A job asks again. */
async function testNewKey(
  deps: ExchangeKeyDeps & ConnectedExchangeDeps & ClockDeps,
  key: ExchangeKey,
  ownerUid: number,
  credentials: ExchangeCredentials,
): Promise<ExchangeKey> {
  const exchange = deps.connectedExchange(key.exchange);
  if (!exchange) return key;
  try {
    return (await firstTest(deps, exchange, { ...key, ownerUid }, credentials)) ?? key;
  } catch (error) {
    if (error instanceof AppError) return key;
    throw error;
  }
}

function messageOf({ status, permissions, last_error: refusal, waits_for: waitsFor }: ShownExchangeKey): string {
  if (status === "invalid") return `The key is stored, and the exchange refuses it: ${refusal ?? ""}`;
  if (waitsFor !== null) return `The key is stored. Its test waits for ${waitsFor}`;
  return permissions.withdraw ? `The key is stored, and works. ${MAY_WITHDRAW}` : "The key is stored, and works";
}

/** On an exchange that is made up, or traded on paper, every token opens an account with play money. */
function simulated(exchange: Exchange | undefined) {
  return exchange && { code: exchange.code, name: exchange.name, needsPassword: false };
}

function unfit(reason: string, more: { readonly supported?: readonly string[] } = {}) {
  return exchangeErrors.keyUnfit({ reason, details: { missing_information: [{ error: reason, ...more }] } });
}
