/** What is shown of an order. */
import type { MissingOrders, Order } from "../../../../../clients/typescript/src/trading.ts";
import { exchangeName, moneyAt } from "../../../live/exchanges.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.orders;

const TONES: Readonly<Record<string, Tone>> = {
  unknown: "warn",
  missing: "bad",
  rejected: "bad",
  not_sent: "bad",
  filled: "good",
  cancel_pending: "warn",
};

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    title: T.columns.order,
    isMain: true,
    cell: ({ symbol, is_foreign }) => (
      <>
        {symbol} {is_foreign && <Badge text={T.foreign} />}
      </>
    ),
  },
  {
    title: T.columns.money,
    cell: ({ exchange }) => (
      <>
        <MoneyBadge kind={moneyAt(exchange)} /> <div class="faint">{exchangeName(exchange)}</div>
      </>
    ),
  },
  { title: T.columns.side, cell: ({ side, type }) => `${T.sides[side]}, ${T.types[type]}` },
  {
    title: T.columns.price,
    isNumber: true,
    cell: ({ price, average }) => (
      <>
        {price ?? T.atMarket}
        {average !== null && <div class="faint">{say(T.average, { price: average })}</div>}
      </>
    ),
  },
  { title: T.columns.amount, isNumber: true, cell: ({ amount }) => amount },
  { title: T.columns.filled, isNumber: true, cell: ({ filled }) => filled },
  {
    title: T.columns.state,
    cell: ({ state, status, reason }) => (
      <>
        <Badge tone={TONES[state ?? status] ?? "plain"} text={T.states[state ?? status]} />
        {reason !== null && reason !== undefined && reason !== "" && <div class="faint">{reason}</div>}
      </>
    ),
  },
  { title: T.columns.time, cell: ({ time_created }) => <Time at={time_created} /> },
];

/** Names an order in lists: the exchange's ids repeat between exchanges. */
export function orderKey({ apikey, id, client_order_id }: Order): string {
  return `${apikey} ${client_order_id ?? id}`;
}

/** Says which orders may not be in the list, and why. */
export function Missing({ of }: { readonly of: readonly MissingOrders[] }) {
  return (
    <>
      {of.map(({ apikey, exchange, code, error }) => (
        <p key={`${apikey} ${code ?? ""}`} class="aged" role="status">
          {say(T.missing, { exchange: exchangeName(exchange), code: code ?? "", error })}
        </p>
      ))}
    </>
  );
}
