/** A new order: it is filled in, read back as a sentence with the kind of its money, and only then sent. */
import { useState } from "preact/hooks";
import type { ExchangeKey, ListKeysResult, OrderCreateParams } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked, type Asked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, moneyAt } from "../../../live/exchanges.ts";
import { go, withParams } from "../../../live/place.ts";
import { useSendOnce, type SendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.orders;

export function NewOrder({ keys }: { readonly keys: Asked<ListKeysResult> }) {
  return (
    <Show
      asked={keys}
      isEmpty={({ keys: found }) => !found.some(isActive)}
      empty={
        <Empty title={T.noKeys}>
          <a class="button" href="/console/trading/exchanges?add=exchange">
            {T.addKey}
          </a>
        </Empty>
      }
    >
      {({ keys: found }) => <OrderForm keys={found.filter(isActive)} />}
    </Show>
  );
}

const isActive = ({ status }: ExchangeKey): boolean => status === "active";

function OrderForm({ keys }: { readonly keys: readonly ExchangeKey[] }) {
  const [id, setId] = useState(keys[0]?.id ?? "");
  const [type, setType] = useState<"market" | "limit">("limit");
  const [order, setOrder] = useState<OrderCreateParams>();
  // Not of the review: an order whose answer was lost is the same order for a trader who goes back and sends it again.
  const once = useSendOnce();
  const key = keys.find((each) => each.id === id) ?? keys[0];
  if (!key) return null;
  return (
    <MoneyFrame kind={moneyAt(key.exchange)} title={order ? T.reviewTitle : T.place}>
      <div hidden={order !== undefined}>
        <ActionForm action={T.review} send={async (entered) => setOrder(orderOf(key.id, type, entered))}>
          <div class="fields">
            <Choice
              label={T.key}
              choices={keys.map((each) => [each.id, `${each.label}, ${exchangeName(each.exchange)}`] as const)}
              value={key.id}
              onChange={(event) => setId(event.currentTarget.value)}
            />
            <MarketField exchange={key.exchange} />
            <Choice label={T.side} name="side" choices={SIDES} initial="buy" />
            <Choice
              label={T.type}
              choices={TYPES}
              value={type}
              onChange={(event) => setType(event.currentTarget.value === "market" ? "market" : "limit")}
            />
            <Field label={T.quantity} name="quantity" hint={T.quantityHint} inputMode="decimal" required />
            {type === "limit" && (
              <>
                <Field label={T.price} name="price" hint={T.priceHint} inputMode="decimal" required />
                <Choice label={T.expire} name="expire_after" choices={EXPIRES} initial="0" />
              </>
            )}
          </div>
        </ActionForm>
      </div>
      {order && <Review order={order} of={key} once={once} onChange={() => setOrder(undefined)} />}
    </MoneyFrame>
  );
}

function MarketField({ exchange }: { readonly exchange: string }) {
  const symbols = useAsked((signal) => trading.market.listSymbols({ exchange }, { signal }), [exchange]);
  const found = symbols.value?.[exchange] ?? [];
  const example = `${exchange}-${found[0]?.id ?? "btcusdt"}`;
  return (
    <>
      <Field
        label={T.market}
        name="code"
        list="order-markets"
        hint={say(T.marketHint, { example })}
        required
        autocomplete="off"
      />
      <datalist id="order-markets">
        {found.map(({ id, symbol }) => (
          <option key={id} value={`${exchange}-${id}`}>
            {symbol}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface ReviewProps {
  readonly order: OrderCreateParams;
  readonly of: ExchangeKey;
  readonly once: SendOnce;
  readonly onChange: () => void;
}

function Review({ order, of: { label, exchange }, once, onChange }: ReviewProps) {
  const send = async (): Promise<void> => {
    await once(order, (options) => trading.orders.orderCreate(order, options));
    go(withParams({ tab: "" }));
  };
  return (
    <>
      <p>
        {say(T.sentence, {
          side: T.sides[order.side],
          quantity: order.quantity,
          market: order.code,
          price: order.price === undefined ? T.atBest : say(T.atLimit, { price: order.price }),
          key: label,
          exchange: exchangeName(exchange),
        })}
      </p>
      {order.expire_after !== undefined && <p>{say(T.expireSentence, { time: expiryText(order.expire_after) })}</p>}
      <ActionForm
        action={T.send}
        send={send}
        done={T.sent}
        isFocused
        beside={
          <button type="button" onClick={onChange}>
            {T.change}
          </button>
        }
      />
    </>
  );
}

const SIDES = [
  ["buy", T.sides.buy],
  ["sell", T.sides.sell],
] as const;
const TYPES = [
  ["limit", T.types.limit],
  ["market", T.types.market],
] as const;
const EXPIRES = Object.entries(T.expires);

function expiryText(ms: number): string {
  return EXPIRES.find(([value]) => value === String(ms))?.[1] ?? `${ms} ms`;
}

function orderOf(apikey: string, ordertype: "market" | "limit", entered: Entered): OrderCreateParams {
  const { code = "", side, quantity = "", price, expire_after = "0" } = entered;
  return {
    apikey,
    ordertype,
    code,
    side: side === "sell" ? "sell" : "buy",
    quantity,
    ...(price === undefined ? {} : { price }),
    ...(expire_after === "0" ? {} : { expire_after: Number(expire_after) }),
  };
}
