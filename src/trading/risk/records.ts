/** Limits, halts and figures as answers show them. */
import { Type, type Static, type TSchema } from "typebox";
import { formatFine } from "../../kit/money/fine.ts";
import { toSeconds } from "../../kit/time/instant.ts";
import type { KeptHalt, KeptLimits, RiskLimits, RiskMode } from "../engine/index.ts";
import { seconds } from "../shapes.ts";

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const count = Type.Integer({ minimum: 0 });
const plainDecimal = (description: string) => Type.String({ pattern: "^-?[0-9]{1,40}(\\.[0-9]{1,18})?$", description });

export const money = plainDecimal("USD, a decimal");

export const scopeName = Type.Enum(["account", "key", "strategy"]);

export const modeName = Type.Enum(["active", "reducing", "halted"], {
  description: "`reducing`: only orders that make a position smaller are sent. `halted`: no new order is sent",
});

export const limitsRecord = Type.Object(
  {
    scope: scopeName,
    id: Type.String({ description: "The main account's uid, or the id of the key or strategy" }),
    maximum_open_orders: orNull(count),
    maximum_notional: orNull(money),
    maximum_position: orNull(money),
    maximum_loss_day: orNull(money),
    maximum_drawdown: orNull(money),
    maximum_rejects_minute: orNull(count),
    price_collar_percent: orNull(plainDecimal("Percent")),
    maximum_book_age_ms: orNull(count),
    resume: Type.Enum(["auto", "manual"]),
    updated_at: seconds,
  },
  { title: "RiskLimits", description: "Null without a limit. Money in USD" },
);

export function showLimits({ place, limits, updatedAt }: KeptLimits): Static<typeof limitsRecord> {
  return {
    scope: place.scope,
    id: String(place.id),
    ...showMaxima(limits),
    resume: limits.resume,
    updated_at: toSeconds(updatedAt),
  };
}

function showMaxima(limits: RiskLimits) {
  const fine = (value: bigint | undefined): string | null => (value === undefined ? null : formatFine(value));
  const { priceCollarPercent: collar } = limits;
  return {
    maximum_open_orders: limits.maximumOpenOrders ?? null,
    maximum_notional: fine(limits.maximumNotional),
    maximum_position: fine(limits.maximumPosition),
    maximum_loss_day: fine(limits.maximumLossDay),
    maximum_drawdown: fine(limits.maximumDrawdown),
    maximum_rejects_minute: limits.maximumRejectsMinute ?? null,
    price_collar_percent: collar === undefined ? null : collarText(collar),
    maximum_book_age_ms: limits.maximumBookAgeMs ?? null,
  };
}

/** Without an exponent: it has at most 8 places. */
function collarText(percent: number): string {
  const text = percent.toFixed(8);
  return text.includes(".") ? text.replace(/0{1,8}$/, "").replace(/\.$/, "") : text;
}

export const haltRecord = Type.Object(
  {
    scope: Type.Enum(["platform", "account", "key", "strategy"], { description: "What it stops" }),
    id: Type.String({ description: "The main account's uid, or the id of the key or strategy; 0 for the platform" }),
    source: Type.Enum(["user", "operator", "limit"], { description: "Who stopped it" }),
    mode: Type.Enum(["reducing", "halted"]),
    limit: orNull(Type.String({ description: "The limit that was reached" })),
    reason: Type.String(),
    set_by: orNull(Type.String({ description: "Uid of the user; null for operators and limits" })),
    set_at: seconds,
  },
  { title: "RiskHalt" },
);

export function showHalt(halt: KeptHalt): Static<typeof haltRecord> {
  return {
    scope: halt.scope,
    id: String(halt.id),
    source: halt.source,
    // A stored halt always stops something.
    mode: halt.mode === "halted" ? "halted" : "reducing",
    limit: halt.limit ?? null,
    reason: halt.reason,
    set_by: halt.setBy === null ? null : String(halt.setBy),
    set_at: toSeconds(halt.setAt),
  };
}

/** The strictest of them. */
export function modeOf(halts: readonly { readonly mode: RiskMode }[]): RiskMode {
  if (halts.some(({ mode }) => mode === "halted")) return "halted";
  return halts.some(({ mode }) => mode === "reducing") ? "reducing" : "active";
}
