/** Sources of news: how much there is, and what prices did after the articles of one of them. */
import type { NewsOperations } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { Choice } from "../../../parts/field.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.news.sources;
const EVERY_MS = 60_000;
const DATE_LENGTH = "2020-07-01".length;

export function Sources() {
  const [chosen, setChosen] = useParam("source");
  const sources = useAsked((signal) => trading.news.listSources({}, { signal }), []);
  return (
    <>
      <Statistics />
      <Section title={T.impact}>
        <p class="faint">{T.impactHow}</p>
        <Show
          asked={sources}
          isEmpty={(names) => names.length === 0}
          empty={
            <Empty title={T.none}>
              <p>{T.noneWhy}</p>
            </Empty>
          }
        >
          {(names) => {
            const source = chosen === "" ? (names[0] ?? "") : chosen;
            return (
              <>
                <div class="narrow">
                  <Choice
                    label={T.source}
                    choices={names.map((name) => [name, name] as const)}
                    value={source}
                    onChange={(event) => setChosen(event.currentTarget.value)}
                  />
                </div>
                <Impact key={source} source={source} />
              </>
            );
          }}
        </Show>
      </Section>
    </>
  );
}

function Statistics() {
  const asked = useAsked((signal) => trading.news.showStatistics({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <Section title={T.statistics}>
      <Show asked={asked}>
        {(found) => (
          <Facts
            facts={[
              [T.articles, found.total_articles_found],
              [T.sources, found.sources],
              [T.keywords, found.keywords_monitored],
              [T.matched, found.total_keywords_matched],
              ...found.history.flatMap((each) => Object.entries(each).map(([name, n]) => [spanName(name), n] as const)),
              [T.last, <Time at={timeOfSeconds(found.last_update)} />],
            ]}
          />
        )}
      </Show>
    </Section>
  );
}

/** A span that a newer server counts has its own name. */
function spanName(name: string): string {
  return (T.spans as Readonly<Record<string, string>>)[name] ?? name;
}

type Impacts = Awaited<ReturnType<NewsOperations["showSourceImpact"]>>;
type PairImpact = Impacts[string][string];
interface OfPair {
  readonly pair: string;
  readonly impact: PairImpact;
}

function Impact({ source }: { readonly source: string }) {
  const [chosen] = useParam("pair");
  const asked = useAsked((signal) => trading.news.showSourceImpact({ source_contains: source }, { signal }), [source]);
  return (
    <Show
      asked={asked}
      isEmpty={(found) => Object.keys(found).length === 0}
      empty={
        <Empty title={T.noImpact}>
          <p>{T.noImpactWhy}</p>
        </Empty>
      }
    >
      {(found) => {
        const pairs = pairsOf(found, source);
        const shown = pairs.find(({ pair }) => pair === chosen) ?? pairs[0];
        return (
          <>
            <Table caption={say(T.pairsOf, { source })} columns={PAIRS} rows={pairs} keyOf={({ pair }) => pair} />
            {shown && <Rankings of={shown} />}
          </>
        );
      }}
    </Show>
  );
}

/** Those with the most articles first. */
function pairsOf(found: Impacts, source: string): readonly OfPair[] {
  return Object.entries(found)
    .flatMap(([pair, bySource]) => {
      const impact = bySource[source];
      return impact ? [{ pair, impact }] : [];
    })
    .toSorted((one, other) => other.impact.total_articles - one.impact.total_articles);
}

const PAIRS: readonly Column<OfPair>[] = [
  { title: T.pair, isMain: true, cell: ({ pair }) => <a href={withParams({ pair })}>{pair}</a> },
  { title: T.measured, isNumber: true, cell: ({ impact }) => impact.total_articles },
  { title: T.sum, isNumber: true, cell: ({ impact }) => impact.sum_impact },
];

function Rankings({ of: { pair, impact } }: { readonly of: OfPair }) {
  const columns = movesOf(pair);
  return (
    <div class="cards">
      {(["top_ranking_bull", "top_ranking_bear", "most_recent_bull", "most_recent_bear"] as const).map((name) => {
        const title = say(T.rankings[name], { pair });
        return (
          <Section key={name} title={title}>
            {impact[name].length === 0 ? (
              <p class="faint">{T.noMoves}</p>
            ) : (
              <Table caption={title} columns={columns} rows={impact[name]} keyOf={({ id }) => id ?? ""} />
            )}
          </Section>
        );
      })}
    </div>
  );
}

type Move = PairImpact["top_ranking_bull"][number];

function movesOf(pair: string): readonly Column<Move>[] {
  return [
    {
      title: T.published,
      isMain: true,
      cell: ({ time_published: at }) => (
        <a href={withParams({ tab: "", source: "", pair: "", date: dayOf(Number(at)) })}>
          <Time at={timeOfSeconds(Number(at))} />
        </a>
      ),
    },
    { title: T.about, cell: ({ keywords }) => keywords },
    { title: T.move, isNumber: true, cell: (move) => move[`diff_${pair}`] },
  ];
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, DATE_LENGTH);
}
