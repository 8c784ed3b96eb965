/** News: the articles of a day with what each did to prices, figures of their sources, and the keywords that the user follows. */
import type { NewsItem } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam, useTypedParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { Choice, Field } from "../../../parts/field.tsx";
import { Filters } from "../../../parts/filters.tsx";
import { List } from "../../../parts/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { SafeLink } from "../../../parts/safe-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { count, texts } from "../../../say.ts";
import { rowsOf } from "../../../live/market-rows.ts";
import { chartAddress, chartMarkets } from "./chart-markets.ts";
import { IMPACTS, impactLines, type ImpactName } from "./impact.ts";
import { Keywords } from "./keywords.tsx";
import { Sources } from "./sources.tsx";

const T = texts.trading.news;
const PAGE = 50;
const TABS = [
  ["news", T.tabs.news],
  ["sources", T.sources.title],
] as const;
const OWN_TABS = [...TABS, ["keywords", T.tabs.keywords]] as const;

export function News() {
  const tab = currentTab({ param: "tab", tabs: OWN_TABS });
  return (
    <Page title={T.title}>
      <Tabs param="tab" label={T.views} tabs={tradingUser.value ? OWN_TABS : TABS} />
      {tab === "news" && <Articles />}
      {tab === "sources" && <Sources />}
      {tab === "keywords" && <Keywords />}
    </Page>
  );
}

function Articles() {
  const [typed, setTyped, words] = useTypedParam("q");
  const [asked, setDate] = useParam("date");
  const [after, setAfter] = useParam("after");
  const [keyword] = useParam("keyword");
  const date = asked === "" ? today() : asked;
  const impact = IMPACTS.find(([name]) => name === after)?.[0] ?? "price_impact_900s";
  const markets = useChartMarkets();
  const listed = useListed<NewsItem>((signal) => pagesOf({ date, words, keyword }, signal), [date, words, keyword]);
  return (
    <>
      <Filters
        search={
          <Field
            label={T.search}
            type="search"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        }
        set={[asked, after].filter((each) => each !== "").length}
      >
        <Field label={T.date} type="date" value={date} onInput={(event) => setDate(event.currentTarget.value)} />
        <Choice
          label={T.after}
          choices={IMPACTS}
          value={impact}
          onChange={(event) => setAfter(event.currentTarget.value)}
        />
      </Filters>
      {keyword !== "" && (
        <p>
          {T.ofKeyword} <a href={withParams({ keyword: "" })}>{T.allNews}</a>
        </p>
      )}
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(impact, markets)}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      />
    </>
  );
}

const DATE_LENGTH = "2020-07-01".length;

function today(): string {
  return new Date(Date.now()).toISOString().slice(0, DATE_LENGTH);
}

interface Asked {
  readonly date: string;
  readonly words: string;
  readonly keyword: string;
}

function pagesOf({ date, words, keyword }: Asked, signal: AbortSignal) {
  const params = {
    date,
    limit: PAGE,
    ...(words === "" ? {} : { title_contains: words }),
    ...(keyword === "" ? {} : { keywordid: keyword }),
  };
  return trading.news.listNews.pages(params, { signal });
}

type ChartMarkets = (keywords: string) => ReturnType<typeof chartMarkets>;

/** The markets that articles concern. Without the lists, articles have no links to charts. */
function useChartMarkets(): ChartMarkets {
  const lists = useAsked(async (signal) => {
    const [watchlist, symbols] = await Promise.all([
      trading.news.listWatchedKeywords({}, { signal }),
      trading.market.listSymbols({}, { signal }),
    ]);
    return { watchlist, markets: rowsOf(symbols) };
  }, []);
  const { value } = lists;
  return (keywords) => (value ? chartMarkets(keywords, value.watchlist, value.markets) : []);
}

function columnsOf(impact: ImpactName, markets: ChartMarkets): readonly Column<NewsItem>[] {
  return [
    {
      title: T.columns.title,
      isMain: true,
      cell: ({ title, url, brief }) => (
        <>
          <SafeLink to={url}>{title}</SafeLink>
          <div class="faint">{brief}</div>
        </>
      ),
    },
    {
      title: T.columns.source,
      cell: ({ source, echoes }) => (
        <>
          {source} {echoes > 0 && <div class="faint">{count(echoes, T.echoes)}</div>}
        </>
      ),
    },
    { title: T.columns.time, cell: ({ date }) => <Time at={timeOfSeconds(Number(date.time_published))} /> },
    {
      title: T.columns.chart,
      cell: ({ keywords, date }) =>
        markets(keywords).map(({ code, symbol }) => (
          <div key={code}>
            <a href={chartAddress(code, Number(date.time_published))}>{symbol}</a>
          </div>
        )),
    },
    {
      title: T.columns.impact,
      cell: (article) => impactLines(article[impact]).map((line) => <div key={line}>{line}</div>),
    },
  ];
}
