/** Orders that have come to their end, page after page. */
import { useState } from "preact/hooks";
import type { MissingOrders, Order } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { Missing, ORDER_COLUMNS, orderKey } from "./order-columns.tsx";

const T = texts.trading.orders;
const PAGE = 50;

export function ClosedOrders({ apikey }: { readonly apikey: string }) {
  const [missing, setMissing] = useState<readonly MissingOrders[]>([]);
  const listed = useListed<Order>((signal) => pagesOf(apikey, signal, setMissing), [apikey]);
  return (
    <>
      <Missing of={missing} />
      <List
        listed={listed}
        caption={T.tabs.closed}
        columns={ORDER_COLUMNS}
        keyOf={orderKey}
        empty={
          <Empty title={T.emptyClosed}>
            <p>{T.emptyClosedNext}</p>
          </Empty>
        }
      />
    </>
  );
}

async function* pagesOf(apikey: string, signal: AbortSignal, tell: (missing: readonly MissingOrders[]) => void) {
  const params = { limit: PAGE, ...(apikey === "" ? {} : { apikey }) };
  for await (const { orders, missing } of trading.orders.listClosedOrders.pages(params, { signal })) {
    tell(missing);
    yield orders;
  }
}
