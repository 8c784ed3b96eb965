import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id } from "../../shapes.ts";
import { askAboutKey, MAY_WITHDRAW } from "../ask-about-key.ts";
import { readChangeableKey } from "../changeable-key.ts";
import type { ConnectedExchangeDeps, ExchangeKeyDeps } from "../deps.ts";
import { exchangeErrors } from "../errors.ts";
import { keyId } from "../records.ts";
import type { TestedKey } from "../store.ts";

const answerIfTold = Type.Union([Type.Boolean(), Type.Null()], {
  description: "Null where the exchange does not tell",
});

const tested = Type.Object({
  id,
  valid: Type.Boolean(),
  status: Type.Enum(["active", "invalid"]),
  permissions: Type.Object({ read: answerIfTold, trade: answerIfTold, withdraw: answerIfTold }),
  ip_restricted: answerIfTold,
  latency_ms: Type.Integer({ minimum: 0, description: "How long the exchange took to answer" }),
  checked_at: Type.Integer({ minimum: 0, description: "Milliseconds since 1970" }),
  message: Type.String(),
});

/** Asks the exchange whether a key works, and what it may do. */
export const testKey = endpoint({
  id: "exchanges.testKey",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/test",
  auth: "change",
  permission: "exchangeKeys",
  summary: "Test an exchange API key",
  description:
    "Asks the exchange for the permissions of the key. A key that the exchange refuses can no longer be chosen anywhere, until a " +
    "later test finds it in order. An exchange that cannot be reached says nothing about the key, and changes nothing.",
  input: { params: Type.Object({ id: keyId }) },
  output: json(tested),
  errors: [
    exchangeErrors.keyNotFound,
    exchangeErrors.notAllowed,
    exchangeErrors.notConnected,
    exchangeErrors.unreachable,
  ],
  limits: { cost: 5 },
  examples: [
    { name: "a key of a simulated exchange", body: { id: "1000002" } },
    { name: "of an exchange that is not connected", body: { id: "1000001" }, status: 422 },
    { name: "no id", body: {}, status: 422 },
  ],

  async run(
    { exchangeKeys, connectedExchange, clock }: ExchangeKeyDeps & ConnectedExchangeDeps & ClockDeps,
    { input: { params }, actor },
  ) {
    const key = await readChangeableKey(exchangeKeys, actor, params.id);
    const exchange = connectedExchange(key.exchange);
    if (!exchange) throw exchangeErrors.notConnected({ exchange: key.exchange });
    const credentials = await exchangeKeys.findCredentials(actor.ownerUid, key.id);
    if (!credentials) throw exchangeErrors.keyNotFound({ id: params.id });
    const { found, latencyMs } = await askAboutKey(exchange, credentials, clock);
    const change = { ownerUid: actor.ownerUid, uid: actor.uid, id: key.id, at: clock.now() };
    if (!(await exchangeKeys.recordTest(change, found))) throw exchangeErrors.keyNotFound({ id: params.id });
    return show(params.id, found, latencyMs, Math.floor(toMillis(change.at)));
  },
});

function show(keyIdText: string, found: TestedKey, latencyMs: number, checkedMs: number): Static<typeof tested> {
  const { status, canRead, canTrade, canWithdraw, isIpRestricted, error } = found;
  return {
    id: keyIdText,
    valid: status === "active",
    status,
    permissions: { read: canRead, trade: canTrade, withdraw: canWithdraw },
    ip_restricted: isIpRestricted,
    latency_ms: Math.max(0, latencyMs),
    checked_at: checkedMs,
    message: messageOf(canWithdraw, error),
  };
}

function messageOf(canWithdraw: boolean | null, error: string | null): string {
  if (error !== null) return `The exchange refuses the key: ${error}`;
  return canWithdraw ? `The key works. ${MAY_WITHDRAW}` : "The key works";
}
