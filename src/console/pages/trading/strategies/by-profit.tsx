/** Strategies by what they have earned or lost: with real money, and apart from that with made-up money. */
import { useState } from "preact/hooks";
import type { ListTopStrategyPnlResult, StrategyPnl } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { Badge } from "../../../parts/badge.tsx";
import { List } from "../../../parts/list.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.byProfit;
const O = texts.trading.overview;
const PAGE = 50;

type Money = ListTopStrategyPnlResult["money"];

export function ByProfit() {
  return (
    <>
      <p>{T.what}</p>
      <Ranking money="real" />
      <Ranking money="simulated" />
    </>
  );
}

function Ranking({ money }: { readonly money: Money }) {
  const [uncounted, setUncounted] = useState(0);
  const listed = useListed<StrategyPnl>((signal) => pagesOf(money, signal, setUncounted), [money]);
  return (
    <MoneyFrame kind={money === "real" ? "live" : "simulated"} title={O.results[money]}>
      {uncounted > 0 && <p class="faint">{say(O.uncounted, { n: uncounted })}</p>}
      <List
        listed={listed}
        caption={O.results[money]}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none[money]} />}
      />
    </MoneyFrame>
  );
}

const COLUMNS: readonly Column<StrategyPnl>[] = [
  {
    title: O.columns.strategy,
    isMain: true,
    cell: ({ id, name }) =>
      name === "" ? say(T.gone, { id }) : <a href={`/console/trading/strategies/${encodeURIComponent(id)}`}>{name}</a>,
  },
  { title: O.net, isNumber: true, cell: ({ net_pnl: net, currency }) => `${net} ${currency}` },
  { title: T.share, isNumber: true, cell: ({ return_percent: percent }) => `${percent} %` },
  { title: O.realized, isNumber: true, cell: ({ realized_pnl: realized }) => realized },
  { title: O.unrealized, isNumber: true, cell: ({ unrealized_pnl: unrealized }) => unrealized ?? T.noPrice },
  { title: T.costs, isNumber: true, cell: ({ fees, commissions }) => say(T.feesAnd, { fees, commissions }) },
  { title: O.trades, isNumber: true, cell: ({ trades }) => trades },
  {
    title: T.span,
    cell: ({ started, stopped }) => (
      <>
        <Time at={timeOfSeconds(started)} form="day" /> –{" "}
        {stopped === null ? <Badge tone="good" text={T.runs} /> : <Time at={timeOfSeconds(stopped)} form="day" />}
      </>
    ),
  },
];

async function* pagesOf(money: Money, signal: AbortSignal, tell: (uncounted: number) => void) {
  for await (const page of trading.trades.listTopStrategyPnl.pages({ money, limit: PAGE }, { signal })) {
    tell(page.uncounted);
    yield page.strategies;
  }
}
