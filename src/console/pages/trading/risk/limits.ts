/** The limits of a place beside the figures that they are compared with. */
import type { RiskFigures, RiskLimits, SetLimitsParams } from "../../../../../clients/typescript/src/trading.ts";
import type { Entered } from "../../../parts/action-form.tsx";
import { texts } from "../../../say.ts";

export type LimitName = keyof typeof texts.trading.risk.names;

export const LIMIT_NAMES = Object.keys(texts.trading.risk.names) as readonly LimitName[];

export interface LimitRow {
  readonly name: LimitName;
  /** Null without a limit. */
  readonly limit: string | null;
  /** Null where there is no figure for it. */
  readonly now: string | null;
}

export function limitRows(limits: RiskLimits | null, figures: RiskFigures | null): readonly LimitRow[] {
  const now: Readonly<Partial<Record<LimitName, string | number | null>>> = {
    maximum_open_orders: figures?.open_orders ?? null,
    maximum_rejects_minute: figures?.rejects_minute ?? null,
    maximum_drawdown: figures?.drawdown ?? null,
  };
  return LIMIT_NAMES.map((name) => ({
    name,
    limit: textOf(limits?.[name]),
    now: textOf(now[name]),
  }));
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** What is sent: only limits that have another value. An empty field takes a limit away. */
export function changedLimits(limits: RiskLimits | null, entered: Entered): Omit<SetLimitsParams, "scope"> {
  const changed: Partial<Record<LimitName, string>> = {};
  for (const name of LIMIT_NAMES) {
    const [before, after] = [textOf(limits?.[name]) ?? "", entered[name]?.trim() ?? ""];
    if (after !== before) changed[name] = after === "" ? "none" : after;
  }
  const resume = entered["resume"] === "auto" ? "auto" : "manual";
  return { ...changed, ...(resume === (limits?.resume ?? "manual") ? {} : { resume }) };
}
