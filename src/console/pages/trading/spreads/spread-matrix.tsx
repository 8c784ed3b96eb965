/** A matrix of exchanges for one pair: what buying at the row and selling at the column brings. */
import { useMemo, useRef, useState } from "preact/hooks";
import type { MatchedPair, PushMessage } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useMessages } from "../../../live/push.ts";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { useExchangeKinds, useExchangeNames } from "../markets/exchange-names.ts";
import { netPercent, returnPercent, signedText } from "./spread-values.ts";

const T = texts.trading.spreads.matrix;
/** 15 exchanges are 210 channels, of the 500 of a connection. */
const MOST_EXCHANGES = 15;

type Message = PushMessage<`spread/${string}`>;

export function SpreadMatrix({ pair }: { readonly pair: string }) {
  const matched = useAsked(
    async (signal) => Object.values(await trading.market.matchPair({ code: pair }, { signal }))[0],
    [pair],
  );
  return (
    <Show
      asked={matched}
      isEmpty={(found) => Object.keys(found?.detail ?? {}).length < 2}
      empty={
        <Empty title={T.empty}>
          <p>{T.emptyNext}</p>
        </Empty>
      }
    >
      {(found) => found && <Matrix key={pair} pair={pair} detail={found.detail} />}
    </Show>
  );
}

interface MatrixProps {
  readonly pair: string;
  readonly detail: MatchedPair["detail"];
}

function Matrix({ pair, detail }: MatrixProps) {
  const names = useExchangeNames();
  const kinds = useExchangeKinds();
  const all = Object.keys(detail);
  const exchanges = all.slice(0, MOST_EXCHANGES);
  const spreads = useSpreads(combinationsOf(exchanges, pair));
  const nameOf = (code: string): string => names.value?.get(code) ?? code;
  return (
    <>
      <p>{T.hint}</p>
      {all.length > exchanges.length && <p>{say(T.cut, { shown: exchanges.length, all: all.length })}</p>}
      <div class="table-frame matrix compact" tabIndex={0} role="group" aria-label={T.caption}>
        <table>
          <caption class="off-screen">{T.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{T.corner}</th>
              {exchanges.map((code) => (
                <th key={code} scope="col">
                  {nameOf(code)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {exchanges.map((buy) => (
              <tr key={buy}>
                <th scope="row">
                  {nameOf(buy)} <MoneyBadge kind={kinds.get(buy)} />
                </th>
                {exchanges.map((sell) => (
                  <td key={sell} class="number">
                    {buy === sell ? (
                      <span class="faint">–</span>
                    ) : (
                      <Spread
                        message={spreads.get(combinationOf(buy, sell, pair))}
                        fees={[detail[buy]?.taker_fee ?? 0, detail[sell]?.taker_fee ?? 0]}
                        to={historyOf(`${buy}-${pair}`, `${sell}-${pair}`)}
                        label={say(T.cell, { buy: nameOf(buy), sell: nameOf(sell) })}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface SpreadProps {
  readonly message: Message | undefined;
  readonly fees: readonly [buy: number, sell: number];
  /** Its history. */
  readonly to: string;
  readonly label: string;
}

function Spread({ message, fees: [buyFee, sellFee], to, label }: SpreadProps) {
  if (!message) return <span class="faint">…</span>;
  if (!message.data) return <span>{texts.trading.markets.states[message.state ?? "none"]}</span>;
  const { ratio } = message.data;
  const [before, after] = [returnPercent(ratio), netPercent(ratio, buyFee, sellFee)];
  return (
    <a href={to} class={after > 0 ? "gain" : "no-gain"} title={label}>
      {signedText(before)}
      <span class="faint">
        {" "}
        {T.afterFees} {signedText(after)}
      </span>
    </a>
  );
}

/** The newest message of each combination. */
function useSpreads(combinations: readonly string[]): ReadonlyMap<string, Message> {
  const [spreads, setSpreads] = useState<ReadonlyMap<string, Message>>(new Map());
  const known = useRef(new Map<string, Message>());
  const names = useMemo(() => combinations.map((each) => `spread/${each}`), [combinations.join(" ")]);
  useMessages(names, (messages) => {
    for (const message of messages) known.current.set(message.channel.slice("spread/".length), message as Message);
    setSpreads(new Map(known.current));
  });
  return spreads;
}

function combinationsOf(exchanges: readonly string[], pair: string): readonly string[] {
  return exchanges.flatMap((buy) =>
    exchanges.filter((sell) => sell !== buy).map((sell) => combinationOf(buy, sell, pair)),
  );
}

function combinationOf(buy: string, sell: string, pair: string): string {
  return `${buy}-${pair}+${sell}-${pair}`;
}

/** The page of the history of two markets. */
export function historyOf(buy: string, sell: string): string {
  const params = new URLSearchParams({ tab: "history", buy, sell });
  return `/console/trading/spreads?${params.toString()}`;
}
