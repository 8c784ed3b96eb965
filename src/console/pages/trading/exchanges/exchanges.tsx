/** Exchanges: the keys that the account trades with, and whether each is in order. */
import type { ExchangeKey } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { query, withParams } from "../../../live/place.ts";
import { Page } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { AddKey } from "./add-key.tsx";
import { KeyCard } from "./key-card.tsx";

const T = texts.trading.exchanges;
const EVERY_MS = 15_000;
const MOST = 1_000;

export function Exchanges() {
  useExchanges();
  const keys = useAsked((ending) => readKeys(ending), [], { everyMs: EVERY_MS });
  const isAdding = query.value.has("add");
  const add = (
    <a class="button" href={withParams({ add: "exchange" })}>
      {T.add}
    </a>
  );
  return (
    <Page title={T.title} actions={isAdding ? undefined : add}>
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
                <KeyCard key={key.id} exchangeKey={key} onChange={keys.again} />
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
