/** What trading has brought: at real exchanges, and apart from that on paper and at simulated ones. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.overview;
const EVERY_MS = 60_000;

export function Results({ money }: { readonly money: "real" | "simulated" }) {
  const asked = useAsked((signal) => trading.trades.accountPnl({ money }, { signal }), [money], { everyMs: EVERY_MS });
  return (
    <MoneyFrame kind={money === "real" ? "live" : "simulated"} title={T.results[money]}>
      <Show asked={asked} isEmpty={({ trades }) => trades === 0} empty={<p class="faint">{T.noTrades}</p>}>
        {(pnl) => (
          <>
            <dl class="facts">
              <dt>{T.net}</dt>
              <dd>{say(T.usd, { amount: pnl.net })}</dd>
              <dt>{T.realized}</dt>
              <dd>{say(T.usd, { amount: pnl.realized })}</dd>
              <dt>{T.unrealized}</dt>
              <dd>{say(T.usd, { amount: pnl.unrealized })}</dd>
              <dt>{T.fees}</dt>
              <dd>{say(T.usd, { amount: pnl.fees })}</dd>
              <dt>{T.commissions}</dt>
              <dd>{say(T.usd, { amount: pnl.commissions })}</dd>
              <dt>{T.trades}</dt>
              <dd>{pnl.trades}</dd>
            </dl>
            {pnl.uncounted > 0 && <p class="faint">{say(T.uncounted, { n: pnl.uncounted })}</p>}
          </>
        )}
      </Show>
    </MoneyFrame>
  );
}
