import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { parseFine } from "../../../kit/money/fine.ts";
import { endpoint } from "../../endpoint.ts";
import type { LimitsChange, RiskDeps } from "../../engine/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { mutation, NOT_BLANK } from "../../shapes.ts";
import { riskErrors } from "../errors.ts";
import { countLimit, decimalLimit, placeId, scope } from "../parameters.ts";
import { readPlace, type PlaceDeps } from "../read-place.ts";
import { limitsRecord, showLimits } from "../records.ts";

export const setLimits = endpoint({
  id: "risk.setLimits",
  method: "POST",
  path: "/risk/limits",
  auth: "ownerChange",
  summary: "Limit what orders may do",
  description:
    "Limits of the account, of one exchange key or of one strategy. What is not named stays as it is. Every new order is " +
    "compared with the limits of its account, its key and its strategy: when it is accepted, and again when it is sent. " +
    "Cancels never are. Money is in USD at the rates of system/rates. Where no rate or price is known, limits that need " +
    "one refuse the order. An order beyond a limit is refused with 422 and code 2420. A loss, a drawdown or too many " +
    "rejects also halt the account, key or strategy: from then on only orders that make a position smaller are sent.",
  input: {
    params: Type.Object({
      scope,
      id: placeId,
      maximum_open_orders: countLimit("Orders that may be open at the same time"),
      maximum_notional: decimalLimit("USD value of one order"),
      maximum_position: decimalLimit("USD value of the position in one market, long or short, with its open orders"),
      maximum_loss_day: decimalLimit("USD that may be lost since 00:00 UTC, or since the limit was set that day"),
      maximum_drawdown: decimalLimit("USD that the result may fall below its highest since the limit was set"),
      maximum_rejects_minute: countLimit("Orders that exchanges may refuse in 60 seconds"),
      price_collar_percent: decimalLimit(
        "Percent between the price of an order and that of other exchanges, or the middle of its own book",
      ),
      maximum_book_age_ms: countLimit("Milliseconds since the order book was last known to be in step"),
      reason: Type.Optional(
        Type.String({ minLength: 1, maxLength: 300, pattern: NOT_BLANK, description: "Why; kept in the trail" }),
      ),
      resume: Type.Optional(
        Type.Enum(["auto", "manual"], {
          description:
            "How a halt ends that one of these limits made: when its cause is over, or by risk/resume. At first manual",
        }),
      ),
    }),
  },
  output: json(mutation({ limits: limitsRecord })),
  errors: [riskErrors.noSuchPlace],
  examples: [
    { name: "of the account", body: { scope: "account", maximum_notional: "50000", maximum_loss_day: "1000" } },
    { name: "a limit less", body: { scope: "account", maximum_loss_day: "none" } },
    { name: "an unknown key", body: { scope: "key", id: "1", maximum_open_orders: "5" }, status: 404 },
    { name: "no scope", body: { maximum_open_orders: "5" }, status: 422 },
  ],
  beyondSpec: true,

  async run(deps: Pick<RiskDeps, "risk"> & PlaceDeps & ClockDeps, { input: { params }, actor }) {
    const { place } = await readPlace(deps, actor, params);
    const change = { place, ownerUid: actor.ownerUid, uid: actor.uid, at: deps.clock.now() };
    const { reason, resume } = params;
    const kept = await deps.risk.setLimits({ ...change, limits: changedLimits(params), resume, reason });
    return { status: true as const, id: String(place.id), message: "The limits hold", limits: showLimits(kept) };
  },
});

type Named = Readonly<Record<string, string | undefined>>;

function changedLimits(params: Named): LimitsChange["limits"] {
  const read = <Value>(name: string, parse: (text: string) => Value): Value | null | undefined => {
    const text = params[name];
    return text === undefined ? undefined : text === "none" ? null : parse(text);
  };
  const fine = (text: string): bigint => parseFine(text, "down") ?? 0n;
  const all = {
    maximumOpenOrders: read("maximum_open_orders", Number),
    maximumNotional: read("maximum_notional", fine),
    maximumPosition: read("maximum_position", fine),
    maximumLossDay: read("maximum_loss_day", fine),
    maximumDrawdown: read("maximum_drawdown", fine),
    maximumRejectsMinute: read("maximum_rejects_minute", Number),
    priceCollarPercent: read("price_collar_percent", Number),
    maximumBookAgeMs: read("maximum_book_age_ms", Number),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
