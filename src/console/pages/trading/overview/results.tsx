/** What trading has brought: at real exchanges, and apart from that on paper and at simulated ones. */
import { Facts } from "../../../parts/facts.tsx";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.overview;
const EVERY_MS = 60_000;
const BY_STRATEGY = "/console/trading/strategies?tab=profit";

export function Results({ money }: { readonly money: "real" | "simulated" }) {
  const asked = useAsked((signal) => trading.trades.accountPnl({ money }, { signal }), [money], { everyMs: EVERY_MS });
  return (
    <MoneyFrame
      kind={money === "real" ? "live" : "simulated"}
      title={T.results[money]}
      actions={<a href={BY_STRATEGY}>{T.byStrategy}</a>}
    >
      <Show
        asked={asked}
        isEmpty={({ trades }) => trades === 0}
        empty={
          <Empty title={T.noTrades}>
            <p>{T.noTradesNext[money]}</p>
          </Empty>
        }
      >
        {(pnl) => (
          <>
            <Facts
              facts={[
                [T.net, say(T.usd, { amount: pnl.net })],
                [T.realized, say(T.usd, { amount: pnl.realized })],
                [T.unrealized, say(T.usd, { amount: pnl.unrealized })],
                [T.fees, say(T.usd, { amount: pnl.fees })],
                [T.commissions, say(T.usd, { amount: pnl.commissions })],
                [T.trades, pnl.trades],
              ]}
            />
            {pnl.uncounted > 0 && <p class="faint">{say(T.uncounted, { n: pnl.uncounted })}</p>}
          </>
        )}
      </Show>
    </MoneyFrame>
  );
}
