import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors, requireSession } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK, serviceCode } from "../../shapes.ts";
import { readPayload } from "../core/payload.ts";
import type { SignalDeps } from "../deps.ts";
import { signalErrors } from "../errors.ts";
import { publishTerms } from "../publish-terms.ts";
import { signal } from "../records.ts";

const note = Type.Optional(Type.String({ maxLength: 500 }));

/** For pages: a session proves as much as a developer key, which it could make. */
export const publishSignal = endpoint({
  id: "signals.publishSignal",
  method: "POST",
  path: "/marketplace/signals-publish",
  auth: "ownerChange",
  permission: "signals",
  summary: "Publish a signal in a session",
  description:
    "For browsers: what marketplace/signals-add takes in a sealed payload is sent as it is, and developer keys stay as they " +
    "are. Only the main account, signed in, may do so. Programs use marketplace/signals-add.",
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 3, maxLength: 100, pattern: NOT_BLANK }),
      code: serviceCode,
      description: Type.Optional(Type.String({ maxLength: 2000 })),
      position: Type.Optional(Type.Enum(["long", "short"], { description: "Both where it is left out" })),
      commissions: Type.Optional(
        Type.String({
          maxLength: 20,
          description: "Percent that each side costs. The market's own taker fee counts where it is higher",
        }),
      ),
      price: Type.Optional(
        Type.String({ maxLength: 20, description: "US dollars a month that each subscriber pays to the author" }),
      ),
      subscribers_max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      custom_1: note,
      custom_2: note,
      custom_3: note,
      custom_4: note,
    }),
  },
  output: json(mutation({ signal: signal })),
  errors: [accountErrors.sessionNeeded, signalErrors.badTerms, signalErrors.unknownMarket, signalErrors.tooManySignals],
  examples: [
    { name: "with a key", body: { name: "Trend", code: "simalpha-btcusdt" }, status: 403 },
    {
      name: "a position that there is not",
      body: { name: "Trend", code: "simalpha-btcusdt", position: "up" },
      status: 422,
    },
    { name: "no name", body: { code: "simalpha-btcusdt" }, status: 422 },
  ],
  beyondSpec: true,

  run(deps: SignalDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    requireSession(actor);
    const read = readPayload(params);
    if (read.kind === "refused") throw signalErrors.badTerms({ reason: read.reason });
    return publishTerms(deps, read.terms, actor);
  },
});
