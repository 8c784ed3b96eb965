/** What is shown of a signal. Its figures are the platform's digits. */
import type { SignalHead } from "../../../../../clients/typescript/src/trading.ts";
import { moneyAt } from "../../../live/exchanges.ts";
import { Badge } from "../../../parts/badge.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import type { Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.signals;

export function linkToSignal(id: string): string {
  return `/console/trading/signals/${encodeURIComponent(id)}`;
}

export function isOpen({ c_status }: Pick<SignalHead, "c_status">): boolean {
  return c_status === "open";
}

export const SIGNAL_COLUMNS: readonly Column<SignalHead>[] = [
  {
    title: T.columns.name,
    isMain: true,
    cell: ({ id, c_name, c_description }) => (
      <>
        <a href={linkToSignal(id)}>{c_name}</a>
        <div class="faint">{c_description}</div>
      </>
    ),
  },
  {
    title: T.columns.market,
    cell: ({ c_codes }) => (
      <>
        {c_codes} <MoneyBadge kind={moneyAt(c_codes)} />
      </>
    ),
  },
  {
    title: T.columns.state,
    cell: (signal) => (
      <Badge tone={isOpen(signal) ? "good" : "plain"} text={isOpen(signal) ? T.states.open : T.states.closed} />
    ),
  },
  { title: T.columns.profit, isNumber: true, cell: ({ c_profit }) => c_profit },
  { title: T.columns.success, isNumber: true, cell: ({ c_success_rate }) => c_success_rate },
  {
    title: T.columns.subscribers,
    isNumber: true,
    cell: ({ c_subscribers_current, c_subscribers_max }) => `${c_subscribers_current} / ${c_subscribers_max}`,
  },
  { title: T.columns.price, isNumber: true, cell: ({ c_price }) => c_price },
];
