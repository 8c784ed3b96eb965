/** What an alert is about, in words, with the page that shows it. */
import type { Alert } from "../../../../../clients/typescript/src/trading.ts";
import { say, texts } from "../../../say.ts";

const T = texts.trading.alerts.about;

export interface Subject {
  readonly text: string;
  /** A page of the console. */
  readonly to?: string;
}

/** Members that an alert does not have are left out. */
export function subjectsOf({ about }: Pick<Alert, "about">): readonly Subject[] {
  const subjects = [orderOf(about["order"]), strategyOf(textOf(about["strategy_id"])), keyOf(about), haltOf(about)];
  return subjects.filter((subject) => subject !== undefined);
}

function orderOf(order: unknown): Subject | undefined {
  if (typeof order !== "object" || order === null) return undefined;
  const members = order as Readonly<Record<string, unknown>>;
  const [id, market] = [textOf(members["order_id"]), textOf(members["code"])];
  if (id === undefined) return undefined;
  if (market === undefined) return { text: say(T.orderAlone, { id }) };
  return { text: say(T.order, { id, market }), to: `/console/trading/markets/${encodeURIComponent(market)}` };
}

function strategyOf(id: string | undefined): Subject | undefined {
  return id === undefined
    ? undefined
    : { text: say(T.strategy, { id }), to: `/console/trading/strategies/${encodeURIComponent(id)}` };
}

const EXCHANGES = "/console/trading/exchanges";

function keyOf(about: Alert["about"]): Subject | undefined {
  const [id, label, exchange] = [about["apikey"], about["label"], about["exchange"]].map(textOf);
  if (id === undefined) return undefined;
  return { text: say(T.key, { label: label || id, exchange: exchange ?? "" }), to: EXCHANGES };
}

function haltOf({ scope, id }: Alert["about"]): Subject | undefined {
  const named = textOf(id) ?? "";
  switch (scope) {
    case "strategy":
      return strategyOf(named);
    case "key":
      return { text: say(T.exchangeKey, { id: named }), to: EXCHANGES };
    case "account":
      return { text: T.account, to: "/console/trading/risk" };
    case "platform":
      return { text: T.platform };
    default:
      return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
