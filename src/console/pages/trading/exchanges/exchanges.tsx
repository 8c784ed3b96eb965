/** Exchanges: the keys that the account trades with, and whether each is in order. */
import { useState } from "preact/hooks";
import type { DeleteKeyResult, ExchangeKey } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, moneyAt, useExchanges } from "../../../live/exchanges.ts";
import { query, withParams } from "../../../live/place.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { AddKey } from "./add-key.tsx";
import { KeyCard } from "./key-card.tsx";

const T = texts.trading.exchanges;
const EVERY_MS = 15_000;
const MOST = 1_000;

export function Exchanges() {
  useExchanges();
  const keys = useAsked((ending) => readKeys(ending), [], { everyMs: EVERY_MS });
  const [leftOrders, setLeftOrders] = useState<LeftOrders>();
  const deleted = (key: ExchangeKey, orders: LeftOrders["orders"]): void => {
    if (orders.length > 0) setLeftOrders({ key, orders });
  };
  const isAdding = query.value.has("add");
  const add = (
    <a class="button" href={withParams({ add: "exchange" })}>
      {T.add}
    </a>
  );
  return (
    <Page title={T.title} actions={isAdding ? undefined : add}>
      {leftOrders && <OrdersLeft of={leftOrders} />}
      {isAdding && <AddKey onAdded={keys.again} />}
      <Show
        asked={keys}
        isEmpty={({ keys: found }) => found.length === 0}
        empty={isAdding ? <p class="faint">{T.emptyWhileAdding}</p> : <Empty title={T.empty}>{add}</Empty>}
      >
        {({ keys: found, total }) => (
          <>
            {total > found.length && <p>{say(T.shown, { shown: found.length, total })}</p>}
            <div class="cards">
              {found.map((key: ExchangeKey) => (
                <KeyCard key={key.id} exchangeKey={key} onChange={keys.again} onDeleted={deleted} />
              ))}
            </div>
          </>
        )}
      </Show>
    </Page>
  );
}

function readKeys(ending: AbortSignal) {
  return trading.exchanges.listKeys({ limit: MOST }, { signal: ending });
}

interface LeftOrders {
  readonly key: ExchangeKey;
  readonly orders: DeleteKeyResult["open_orders"];
}

const ORDERS_LEFT: readonly Column<LeftOrders["orders"][number]>[] = [
  { title: T.left.market, isMain: true, cell: ({ code }) => code },
  { title: T.left.id, cell: ({ exchange_order_id: id }) => (id === "" ? T.left.noId : <code>{id}</code>) },
  { title: T.left.clientId, cell: ({ client_order_id: id }) => <code>{id}</code> },
];

/** What the platform sees no more once their key is deleted. */
function OrdersLeft({ of: { key, orders } }: { readonly of: LeftOrders }) {
  const { label, exchange } = key;
  return (
    <MoneyFrame kind={moneyAt(exchange)} title={say(T.left.title, { label })}>
      <p role="alert">{say(T.left.what, { exchange: exchangeName(exchange) })}</p>
      <Table caption={say(T.left.title, { label })} columns={ORDERS_LEFT} rows={orders} keyOf={({ id }) => id} />
    </MoneyFrame>
  );
}
