/** Recommends the package that an account needs. */
import { PACKAGES, type Package } from "./packages.ts";
import type { PlanLimits } from "./plan-limits.ts";

/** The wanted limits; missing ones are not checked. */
export interface Needs {
  readonly strategies?: number;
  /** An exchange takes one stored key. */
  readonly exchanges?: number;
  readonly qtyParent?: number;
  readonly subaccounts?: number;
  readonly ordersPerSecond?: number;
}

export interface Recommendation {
  readonly recommended: Package;
  /** The share of the needs that the recommended package meets: 1 when it meets all. */
  readonly score: number;
  readonly reasons: readonly string[];
  /** Other packages that meet as much, cheapest first. */
  readonly alternatives: readonly Package[];
}

interface Check {
  readonly what: string;
  readonly wanted: number | undefined;
  readonly allowed: (limits: PlanLimits) => number;
}

/** The cheapest package that meets all needs; where none does, the cheapest of those that meet most. */
export function recommend(needs: Needs): Recommendation {
  const asked = checksOf(needs).filter(({ wanted }) => wanted !== undefined);
  const met = PACKAGES.map((each) => asked.filter((check) => meets(check, each)).length);
  const most = Math.max(...met);
  const best = PACKAGES.filter((_each, position) => met[position] === most);
  const [recommended = PACKAGES[0] as Package, ...alternatives] = best;
  return {
    recommended,
    score: asked.length === 0 ? 1 : most / asked.length,
    reasons: asked.length === 0 ? ["No needs were named: every package will do"] : asked.map(reason(recommended)),
    alternatives,
  };
}

function checksOf(needs: Needs): Check[] {
  return [
    { what: "strategies", wanted: needs.strategies, allowed: (limits) => limits.strategies.maximum.strategies },
    { what: "exchange keys", wanted: needs.exchanges, allowed: (limits) => limits.exchange_api_keys.maximum_stored },
    { what: "parent quantity", wanted: needs.qtyParent, allowed: (limits) => limits.strategies.qty_parent.maximum },
    { what: "sub-accounts", wanted: needs.subaccounts, allowed: (limits) => limits.subaccounts.maximum_accounts },
    {
      what: "orders per second",
      wanted: needs.ordersPerSecond,
      allowed: (limits) => limits.strategies.ratelimit.orders_per_second,
    },
  ];
}

function meets({ wanted, allowed }: Check, { limits }: Package): boolean {
  return wanted === undefined || wanted <= allowed(limits);
}

function reason(recommended: Package) {
  return (check: Check): string => {
    const allowed = check.allowed(recommended.limits);
    const said = meets(check, recommended) ? "are within" : "are more than";
    return `${check.wanted} ${check.what} ${said} the ${allowed} of ${recommended.name}`;
  };
}
