/** The articles that are marked on the chart, with their tone and what the price of the market did after each. */
import type { Asked } from "../../../live/asked.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { Choice } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { IMPACTS } from "../news/impact.ts";
import { moveAfter, type NumberedArticle } from "./market-news.ts";

const T = texts.trading.market.news;
const N = texts.trading.news;
const USUAL = "900";

/** Seconds and words: the same times as on the page of news. */
const AFTERS = IMPACTS.map(([name, words]) => [/[0-9]+/.exec(name)?.[0] ?? "", words] as const);

/** After how long prices are compared, in seconds, and what sets it. */
export function useAfter(): readonly [seconds: number, set: (text: string) => void] {
  const [text, setText] = useParam("after");
  return [Number(AFTERS.find(([seconds]) => seconds === text)?.[0] ?? USUAL), setText];
}

export function NewsSection({ news }: { readonly news: Asked<readonly NumberedArticle[]> }) {
  const [seconds, setSeconds] = useAfter();
  return (
    <Section title={T.title}>
      <p class="faint">{T.how}</p>
      <div class="narrow">
        <Choice
          label={N.after}
          choices={AFTERS}
          value={String(seconds)}
          onChange={({ currentTarget }) => setSeconds(currentTarget.value)}
        />
      </div>
      <Show
        asked={news}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={T.empty}>
            <a class="button" href="/console/trading/news">
              {T.all}
            </a>
          </Empty>
        }
      >
        {(all) => <Table caption={T.title} columns={columnsOf(seconds)} rows={all} keyOf={({ id }) => id} />}
      </Show>
    </Section>
  );
}

function columnsOf(seconds: number): readonly Column<NumberedArticle>[] {
  return [
    { title: T.number, isNumber: true, cell: ({ number }) => number },
    {
      title: N.columns.title,
      isMain: true,
      cell: ({ title, url, source }) => (
        <>
          <SafeLink to={url}>{title}</SafeLink>
          <div class="faint">{source}</div>
        </>
      ),
    },
    {
      title: N.columns.time,
      cell: ({ time_published, number }) => (
        <>
          <Time at={timeOfSeconds(time_published)} />
          <div>
            <a href={withParams({ at: String(time_published) })} aria-label={say(T.thereLabel, { n: number })}>
              {T.there}
            </a>
          </div>
        </>
      ),
    },
    { title: T.tone, cell: ({ tone }) => <Tones of={tone} /> },
    { title: N.columns.impact, cell: (article) => <Impact of={article} seconds={seconds} /> },
  ];
}

function Tones({ of }: { readonly of: NumberedArticle["tone"] }) {
  if (of.length === 0) return <span class="faint">{T.noTone}</span>;
  return <>{of.map(({ tone_name, score }) => `${tone_name} ${score}`).join(", ")}</>;
}

function Impact({ of: article, seconds }: { readonly of: NumberedArticle; readonly seconds: number }) {
  const { status } = article.impact;
  if (status === "subscription required") return <span class="faint">{N.subscription}</span>;
  const move = moveAfter(article, seconds);
  if (!move) return <span class="faint">{status === "completed" ? N.noImpact : N.waits}</span>;
  return (
    <>
      <div class="number">{move.difference}</div>
      <div class="faint">
        {say(T.fromTo, { before: move.before, after: move.after })}
        {move.z !== null && `, ${say(N.unusual, { z: move.z.toFixed(1) })}`}
      </div>
    </>
  );
}
