/** Orders of a strategy, newest first: asked again whenever the push says that one has changed, and every few seconds. */
import { useEffect } from "preact/hooks";
import type { TransactionRecord } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useChannel } from "../../../live/push.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.strategies;
const EVERY_MS = 3_000;
const PAGE = 100;

export function Transactions({ id }: { readonly id: string }) {
  const { message } = useChannel(`transactions/${id}`);
  const asked = useAsked(
    (signal) => trading.strategies.listStrategyTransactions({ main_id: id, limit: PAGE }, { signal }),
    [id],
    { everyMs: EVERY_MS },
  );
  const { again, isAsking } = asked;
  useEffect(() => {
    if (message && !isAsking) again();
  }, [message?.seq]);
  return (
    <Show
      asked={asked}
      isEmpty={({ transactions }) => transactions.length === 0}
      empty={
        <Empty title={T.transactions.empty}>
          <p>{T.transactions.emptyNext}</p>
        </Empty>
      }
    >
      {({ transactions, total }) => (
        <>
          {total > transactions.length && <p>{say(T.transactions.liveNote, { n: transactions.length })}</p>}
          <Table
            caption={T.transactions.caption}
            columns={COLUMNS}
            rows={transactions}
            keyOf={({ id: each }) => each}
          />
        </>
      )}
    </Show>
  );
}

const TONES: Readonly<Record<string, Tone>> = { closed: "good", rejected: "bad", unknown: "warn" };
const STATES: Readonly<Record<string, string>> = T.orderStates;

const COLUMNS: readonly Column<TransactionRecord>[] = [
  {
    title: T.transactionColumns.order,
    isMain: true,
    cell: ({ c_row, c_order_slice }) => `${c_row} / ${c_order_slice}`,
  },
  { title: T.transactionColumns.market, cell: ({ c_symbol_code }) => c_symbol_code },
  { title: T.transactionColumns.side, cell: ({ c_side, c_type }) => `${c_side}, ${c_type}` },
  { title: T.transactionColumns.amount, isNumber: true, cell: ({ c_amount }) => c_amount },
  { title: T.transactionColumns.price, isNumber: true, cell: ({ c_price }) => c_price },
  { title: T.transactionColumns.filled, isNumber: true, cell: ({ c_order_filled }) => c_order_filled },
  {
    title: T.transactionColumns.state,
    cell: ({ c_order_status }) => (
      <Badge tone={TONES[c_order_status] ?? "plain"} text={STATES[c_order_status] ?? c_order_status} />
    ),
  },
  {
    title: T.transactionColumns.time,
    cell: ({ c_time_requested }) => <Time at={Number(c_time_requested) || null} />,
  },
];
