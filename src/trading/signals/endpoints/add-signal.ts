import { Type } from "typebox";
import { parseJsonBody } from "../../../kit/endpoint/json-body.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation } from "../../shapes.ts";
import { readPayload, type SignalTerms } from "../core/payload.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { openPayload } from "../open-payload.ts";
import { publishTerms } from "../publish-terms.ts";
import { signal } from "../records.ts";

export const addSignal = endpoint({
  id: "signals.addSignal",
  method: ["GET", "POST"],
  path: "/marketplace/signals-add",
  auth: "change",
  permission: "signals",
  summary: "Publish a signal",
  description:
    "`key` is the account's developer key (marketplace/developer-key), and `payload` a JSON object that was sealed with its " +
    "secret: base64url of a nonce of 12 bytes, the AES-256-GCM ciphertext with the key as additional data, and the tag of 16 " +
    "bytes. The object has `name` and `code` (a market), and may have `description`, `position` (long or short), " +
    "`commissions` (percent of each side; the market's own fee counts where it is higher), `price` (US dollars a month), " +
    "`subscribers_max` and `custom_1` to `custom_4`. The package says how many signals an account may publish: `free` 1, " +
    "`basic` 10, `pro` 100.",
  input: {
    params: Type.Object({
      key: Type.String({ minLength: 3, maxLength: 200 }),
      payload: Type.String({ minLength: 100, maxLength: 100000 }),
    }),
  },
  output: json(mutation({ signal: signal })),
  errors: [signalErrors.badPayload, signalErrors.badSignal, signalErrors.unknownMarket, signalErrors.tooManySignals],
  examples: [
    { name: "a key that there is not", body: { key: "abc", payload: "x".repeat(100) }, status: 422 },
    { name: "a payload that is too short", body: { key: "abc", payload: "x".repeat(99) }, status: 422 },
  ],

  async run(deps: SignalDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const secret = await deps.signals.findDeveloperSecret(actor.ownerUid, params.key);
    if (!secret) throw signalErrors.badPayload({ reason: "the account has no such developer key" });
    return publishTerms(deps, termsIn(params.payload, params.key, secret), actor);
  },
});

function termsIn(payload: string, key: string, secret: Buffer): SignalTerms {
  const opened = openPayload(payload, key, secret);
  if (!opened)
    throw signalErrors.badPayload({ reason: "it was not sealed with the secret of this key, or is damaged" });
  const body = parseJsonBody(opened);
  if (!body.ok) throw signalErrors.badSignal({ reason: body.message });
  const read = readPayload(body.value);
  if (read.kind === "refused") throw signalErrors.badSignal({ reason: read.reason });
  return read.terms;
}
