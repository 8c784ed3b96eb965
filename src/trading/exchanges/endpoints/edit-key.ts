import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import { readChangeableKey } from "../changeable-key.ts";
import type { ExchangeKeyDeps } from "../deps.ts";
import { exchangeErrors } from "../errors.ts";
import { exchangeKey, keyId } from "../records.ts";
import { showKey, type ShownKeyDeps } from "../show-key.ts";

/** Another label. The issued credentials never change: a new key is added for new ones. */
export const editKey = endpoint({
  id: "exchanges.editKey",
  method: ["GET", "POST"],
  path: "/exchange-api-keys/edit",
  auth: "change",
  permission: "exchangeKeys",
  summary: "Rename an exchange API key",
  description: "Changes the label only. For another token or secret, add another key.",
  input: {
    params: Type.Object({
      id: keyId,
      label: Type.String({ minLength: 3, maxLength: 100, pattern: NOT_BLANK, description: "Your name for the key" }),
    }),
  },
  output: json(mutation({ key: exchangeKey })),
  errors: [exchangeErrors.keyNotFound, exchangeErrors.notAllowed],
  examples: [
    { name: "another label", body: { id: "1000001", label: "Savings" } },
    { name: "no label", body: { id: "1000001" }, status: 422 },
    { name: "no such key", body: { id: "1", label: "Savings" }, status: 404 },
  ],

  async run(deps: ExchangeKeyDeps & ShownKeyDeps & ClockDeps, { input: { params }, actor }) {
    const { id } = await readChangeableKey(deps.exchangeKeys, actor, params.id);
    const change = { ownerUid: actor.ownerUid, uid: actor.uid, id, at: deps.clock.now() };
    const edited = await deps.exchangeKeys.setLabel(change, params.label);
    if (!edited) throw exchangeErrors.keyNotFound({ id });
    const key = await showKey(deps, actor, edited);
    return { status: true as const, id: key.id, message: "The key is renamed", key };
  },
});
