/** Markets: every pair of every exchange, with its best prices, their state and their age. */
import type { MoneyKind } from "../../../live/money-kind.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { useParam, useTypedParam } from "../../../live/param.ts";
import { go, withParams } from "../../../live/place.ts";
import { followChannel } from "../../../live/push.ts";
import { Choice, Field } from "../../../parts/field.tsx";
import { Filters } from "../../../parts/filters.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager, partOfList, type PartOfList } from "../../../parts/pager.tsx";
import { PushNote } from "../../../parts/push-note.tsx";
import { Aged, Empty, Failed, Show, signInAddress } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { count, texts } from "../../../say.ts";
import { useExchangeKinds, useExchangeNames } from "./exchange-names.ts";
import { ChannelBudget } from "./channel-budget.ts";
import { LiveQuotes } from "./live-quotes.ts";
import { filteredRows, quotesOf, rowsOf, type MarketRow } from "../../../live/market-rows.ts";
import { AgeCell, MarketName, PriceCell, StateCell, WatchButton } from "./quote-cells.tsx";
import { useWatchlist, type Watchlist } from "./watchlist.ts";

const T = texts.trading.markets;
/** Exchanges list and drop markets once a day. */
const EVERY_MS = 600_000;
/** One socket serves every page that is opened. */
const BUDGET = new ChannelBudget(Date.now());

export function Markets() {
  const listed = useAsked(async (signal) => rowsOf(await trading.market.listSymbols({}, { signal })), [], {
    everyMs: EVERY_MS,
  });
  const names = useExchangeNames();
  const kinds = useExchangeKinds();
  const watchlist = useWatchlist();
  const quotes = useLiveQuotes();
  return (
    <Page title={T.title}>
      <PushNote />
      <Aged asked={names} />
      {watchlist.failure && <Failed failure={watchlist.failure} again={watchlist.again} />}
      <Show asked={listed}>
        {(rows) => <MarketList rows={rows} names={names.value} kinds={kinds} quotes={quotes} watchlist={watchlist} />}
      </Show>
    </Page>
  );
}

interface MarketListProps {
  readonly rows: readonly MarketRow[];
  readonly names: ReadonlyMap<string, string> | undefined;
  readonly kinds: ReadonlyMap<string, MoneyKind>;
  readonly quotes: LiveQuotes;
  readonly watchlist: Watchlist;
}

/** Prices of what is in view, as long as the page is looked at. */
function useLiveQuotes(): LiveQuotes {
  const [quotes] = useState(() => new LiveQuotes(followChannel, BUDGET));
  useEffect(() => {
    const look = (): void => (document.hidden ? quotes.stop() : quotes.start());
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      quotes.stop();
    };
  }, [quotes]);
  return quotes;
}

function MarketList({ rows, names, kinds, quotes, watchlist }: MarketListProps) {
  const [typed, setTyped, search] = useTypedParam("q");
  const [exchange, setExchange] = useParam("exchange");
  const [quote, setQuote] = useParam("quote");
  const [list, setList] = useParam("list");
  const entries = list === "watched" ? watchlist.entries.value : undefined;
  const shown = useMemo(
    () => filteredRows(rows, { search, exchange, quote, only: entries && new Set(entries.keys()) }),
    [rows, search, exchange, quote, entries],
  );
  const part = useFirstPart(shown, [search, exchange, quote, list].join("\n"));
  const exchanges = useMemo(() => [...new Set(rows.map((row) => row.exchange))], [rows]);
  const currencies = useMemo(() => quotesOf(rows), [rows]);
  const isSignedIn = tradingUser.value !== null && tradingUser.value !== undefined;
  return (
    <>
      <Filters
        search={
          <Field
            label={T.search}
            type="search"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        }
        set={[exchange, quote, list].filter((each) => each !== "").length}
      >
        <Choice
          label={T.exchange}
          choices={[["", T.any], ...exchanges.map((code) => [code, names?.get(code) ?? code] as const)]}
          value={exchange}
          onChange={({ currentTarget }) => setExchange(currentTarget.value)}
        />
        <Choice
          label={T.quote}
          choices={[["", T.any], ...currencies.map((each) => [each, each] as const)]}
          value={quote}
          onChange={({ currentTarget }) => setQuote(currentTarget.value)}
        />
        {isSignedIn && (
          <Choice
            label={T.list}
            choices={[
              ["", T.lists.all],
              ["watched", T.lists.watched],
            ]}
            value={list}
            onChange={({ currentTarget }) => setList(currentTarget.value)}
          />
        )}
      </Filters>
      {tradingUser.value === null && (
        <p class="faint">
          <a href={signInAddress("trading")}>{texts.states.signIn}</a> {T.toWatch}
        </p>
      )}
      <p role="status">{count(shown.length, T.count)}</p>
      {shown.length === 0 ? (
        <NoMarkets isWatchlist={entries?.size === 0} isAny={rows.length > 0} />
      ) : (
        <>
          <MarketTable
            rows={part.rows}
            names={names}
            kinds={kinds}
            quotes={quotes}
            watchlist={watchlist}
            isSignedIn={isSignedIn}
          />
          <Pager label={T.title} page={part.page} pages={part.pages} />
        </>
      )}
    </>
  );
}

/** The part of the list that the address names. Other filters begin with the first one. */
function useFirstPart(rows: readonly MarketRow[], filters: string): PartOfList<MarketRow> {
  const before = useRef(filters);
  useEffect(() => {
    if (before.current !== filters) go(withParams({ page: undefined }), { replace: true });
    before.current = filters;
  }, [filters]);
  const { page } = partOfList(rows);
  return useMemo(() => partOfList(rows), [rows, page]);
}

function NoMarkets({ isWatchlist, isAny }: { readonly isWatchlist: boolean; readonly isAny: boolean }) {
  if (isWatchlist) {
    return (
      <Empty title={T.emptyWatchlist}>
        <p>{T.emptyWatchlistNext}</p>
      </Empty>
    );
  }
  return (
    <Empty title={T.empty}>
      <p>{isAny ? T.emptySearch : T.emptyPlatform}</p>
    </Empty>
  );
}

interface MarketTableProps extends MarketListProps {
  readonly isSignedIn: boolean;
}

/** Made again only when its rows change: keys that are pressed above it, and prices within it, do not concern it. */
function MarketTable({ rows, names, kinds, quotes, watchlist, isSignedIn }: MarketTableProps) {
  return useMemo(() => {
    const columns = columnsOf({ names, kinds, quotes, watchlist, isSignedIn });
    return <Table caption={T.title} columns={columns} rows={rows} keyOf={({ code }) => code} />;
    // The state of the list of watched markets is read by the buttons.
  }, [rows, names, kinds, quotes, isSignedIn]);
}

function columnsOf({
  names,
  kinds,
  quotes,
  watchlist,
  isSignedIn,
}: Omit<MarketTableProps, "rows">): Column<MarketRow>[] {
  const columns: Column<MarketRow>[] = [
    { title: T.columns.market, isMain: true, cell: (row) => <MarketName row={row} quotes={quotes} /> },
    {
      title: T.columns.exchange,
      cell: ({ exchange }) => (
        <>
          {names?.get(exchange) ?? exchange} <MoneyBadge kind={kinds.get(exchange)} />
        </>
      ),
    },
    {
      title: T.columns.bid,
      isNumber: true,
      cell: ({ code, pricePlaces }) => <PriceCell market={quotes.market(code)} side="bid" places={pricePlaces} />,
    },
    {
      title: T.columns.ask,
      isNumber: true,
      cell: ({ code, pricePlaces }) => <PriceCell market={quotes.market(code)} side="ask" places={pricePlaces} />,
    },
    { title: T.columns.state, cell: ({ code }) => <StateCell market={quotes.market(code)} /> },
    { title: T.columns.age, isNumber: true, cell: ({ code }) => <AgeCell market={quotes.market(code)} /> },
  ];
  if (isSignedIn) {
    columns.push({ title: T.columns.watch, cell: (row) => <WatchButton row={row} watchlist={watchlist} /> });
  }
  return columns;
}
