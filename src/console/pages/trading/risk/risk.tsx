/** Risk: whether orders are sent now, who has halted what, and the limits that every order is compared with. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { Page, Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";
import { StopBar } from "../stop/stop-bar.tsx";
import { ModeBadge } from "./mode-badge.tsx";
import { Halts, PlaceCard } from "./place-card.tsx";

const T = texts.trading.risk;
const EVERY_MS = 3_000;

export function Risk() {
  const status = useAsked((signal) => trading.risk.showStatus({}, { signal }), [], { everyMs: EVERY_MS });
  useExchanges();
  const names = useAsked(readNames, []);
  return (
    <Page title={T.title}>
      <StopBar onDone={status.again} />
      <Show asked={status}>
        {({ mode, confirmed, platform, places }) => (
          <>
            <Section title={T.mode}>
              <p role="status">
                <ModeBadge mode={mode} />
              </p>
              {!confirmed && <p>{T.unconfirmed}</p>}
              {platform.halts.length > 0 && (
                <>
                  <h3>{T.platform}</h3>
                  <Halts of={platform.halts} />
                  <p>{T.operatorOnly}</p>
                </>
              )}
            </Section>
            {places.map((place) => (
              <PlaceCard
                key={`${place.scope} ${place.id}`}
                place={place}
                name={names.value?.get(`${place.scope} ${place.id}`) ?? place.id}
                onChange={status.again}
              />
            ))}
          </>
        )}
      </Show>
    </Page>
  );
}

/** What keys and strategies are called, by scope and id. */
async function readNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const [{ keys }, { strategies }] = await Promise.all([
    trading.exchanges.listKeys({ limit: 1_000 }, { signal }),
    trading.strategies.dataList({ limit: 1_000 }, { signal }),
  ]);
  return new Map([
    ...keys.map(({ id, label }) => [`key ${id}`, label] as const),
    ...strategies.map(({ id, name }) => [`strategy ${id}`, name] as const),
  ]);
}
