/** Orders that may still be filled, asked of the exchanges every few seconds. */
import { useMemo } from "preact/hooks";
import type { Order } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { announce } from "../../../parts/announce.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { Missing, ORDER_COLUMNS, orderKey } from "./order-columns.tsx";

const T = texts.trading.orders;
/** Each question goes to the exchanges. */
const EVERY_MS = 5_000;
const MOST = 200;

export function OpenOrders({ apikey }: { readonly apikey: string }) {
  const open = useAsked(
    (signal) => trading.orders.listOpenOrders({ limit: MOST, ...(apikey === "" ? {} : { apikey }) }, { signal }),
    [apikey],
    { everyMs: EVERY_MS },
  );
  const columns = useMemo(() => [...ORDER_COLUMNS, cancelColumn(open.again)], [open.again]);
  return (
    <Show asked={open}>
      {({ orders, total, missing }) => (
        <>
          <Missing of={missing} />
          {total > orders.length && <p>{say(T.shown, { shown: orders.length, total })}</p>}
          {orders.length > 0 && <Table caption={T.tabs.open} columns={columns} rows={orders} keyOf={orderKey} />}
          {orders.length === 0 && missing.length === 0 && (
            <Empty title={T.emptyOpen}>
              <a class="button" href={withParams({ tab: "new" })}>
                {T.place}
              </a>
            </Empty>
          )}
        </>
      )}
    </Show>
  );
}

function cancelColumn(again: () => void): Column<Order> {
  return {
    title: T.columns.cancel,
    cell: (order) => <ActionForm isMinor action={T.cancel} send={() => cancelOrder(order).finally(again)} />,
  };
}

async function cancelOrder({ apikey, id, client_order_id, code, is_foreign }: Order): Promise<void> {
  // An order that was not sent yet has no id at the exchange.
  const ours = is_foreign ? id : (client_order_id ?? id);
  const { cancel_confirmed } = await trading.orders.orderCancel({ apikey, id: ours, code });
  announce(cancel_confirmed ? T.cancelled : T.cancelAsked);
}
