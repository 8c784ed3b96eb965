/** Spreads: a matrix of exchanges for a pair, the history of any two markets, and arbitrage. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { PushNote } from "../../../parts/push-note.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { say, texts } from "../../../say.ts";
import { ArbitrageList } from "./arbitrage.tsx";
import { SpreadHistory } from "./spread-history.tsx";
import { SpreadMatrix } from "./spread-matrix.tsx";

const T = texts.trading.spreads;
const TABS = [
  ["matrix", T.tabs.matrix],
  ["history", T.tabs.history],
  ["arbitrage", T.tabs.arbitrage],
] as const;

export function Spreads() {
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <Page title={T.title}>
      <PushNote />
      <Tabs param="tab" label={T.tabs.label} tabs={TABS} />
      {tab === "matrix" && <PairMatrix />}
      {tab === "history" && <SpreadHistory />}
      {tab === "arbitrage" && <ArbitrageList />}
    </Page>
  );
}

/** Pairs that two exchanges or more trade, those of most exchanges first. */
function PairMatrix() {
  const [pair, setPair] = useParam("pair");
  const pairs = useAsked(async (signal) => {
    const all = await trading.market.listUniqueSymbols({}, { signal });
    return all.filter(({ count }) => count > 1);
  }, []);
  return (
    <Show
      asked={pairs}
      isEmpty={(found) => found.length === 0}
      empty={
        <Empty title={T.matrix.empty}>
          <p>{T.matrix.emptyNext}</p>
        </Empty>
      }
    >
      {(found) => {
        const shown = pair === "" ? (found[0]?.id ?? "") : pair;
        return (
          <>
            <div class="narrow">
              <Choice
                label={T.matrix.pair}
                choices={found.map(
                  ({ id, symbol, count }) => [id, say(T.matrix.choice, { symbol, n: count })] as const,
                )}
                value={shown}
                onChange={({ currentTarget }) => setPair(currentTarget.value)}
              />
            </div>
            <SpreadMatrix pair={shown} />
          </>
        );
      }}
    </Show>
  );
}
