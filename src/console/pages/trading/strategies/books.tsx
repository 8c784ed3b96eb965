/** Books: what several strategies hold together, and what they have earned. */
import type { Profile } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { query, withParams } from "../../../live/place.ts";
import { Danger } from "../../../parts/dialog.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { count, say, texts } from "../../../say.ts";
import { BookForm, type PositionBook } from "./book-form.tsx";

const T = texts.trading.strategies.positionBooks;
const O = texts.trading.overview;
const EVERY_MS = 10_000;

export function Books() {
  const asked = useAsked(readBooks, [], { everyMs: EVERY_MS });
  const panel = query.value.get("panel");
  const create = (
    <a class="button" href={withParams({ panel: "book" })}>
      {T.create}
    </a>
  );
  return (
    <>
      <p>
        {T.what} {panel !== "book" && create}
      </p>
      <Show
        asked={asked}
        isEmpty={({ books }) => books.length === 0 && panel !== "book"}
        empty={<Empty title={T.none} />}
      >
        {({ books, profiles }) => (
          <>
            {panel === "book" && <BookForm profiles={profiles} onDone={asked.again} />}
            {books.map((book) =>
              panel === book.id ? (
                <BookForm key={book.id} book={book} profiles={profiles} onDone={asked.again} />
              ) : (
                <ShownBook key={book.id} book={book} profiles={profiles} onDone={asked.again} />
              ),
            )}
          </>
        )}
      </Show>
    </>
  );
}

interface Read {
  readonly books: readonly PositionBook[];
  readonly profiles: readonly Profile[];
}

async function readBooks(signal: AbortSignal): Promise<Read> {
  const [books, groups] = await Promise.all([
    trading.strategies.books({}, { signal }),
    trading.strategies.listProfiles({}, { signal }),
  ]);
  return { books: Array.isArray(books) ? books : [], profiles: groups.flatMap(({ profiles }) => profiles) };
}

interface ShownBookProps {
  readonly book: PositionBook;
  readonly profiles: readonly Profile[];
  readonly onDone: () => void;
}

function ShownBook({ book, profiles, onDone }: ShownBookProps) {
  const names = profiles.filter(({ id }) => book.profiles.includes(id)).map(({ name }) => name);
  const actions = (
    <>
      <a class="button" href={withParams({ panel: book.id })}>
        {T.edit}
      </a>
      <Danger
        action={T.remove}
        question={say(T.removeQuestion, { name: book.name })}
        consequence={<p>{T.removeConsequence}</p>}
        name={book.name}
        done={T.removed}
        send={() => trading.strategies.books({ action: "delete", id: book.id }).then(onDone)}
      />
    </>
  );
  return (
    <Section title={book.name} actions={actions}>
      <p class="faint">
        {names.length === 0 ? T.noStrategies : say(T.of, { names: names.join(", ") })}
        {book.codes.length > 0 && ` ${say(T.only, { codes: book.codes.join(", ") })}`}
      </p>
      {book.uncounted > 0 && <p class="faint">{say(O.uncounted, { n: book.uncounted })}</p>}
      {book.unvalued > 0 && <p>{count(book.unvalued, T.unvalued)}</p>}
      {book.position.length === 0 ? (
        <p>{T.nothing}</p>
      ) : (
        <Table
          caption={book.name}
          columns={columnsOf(book)}
          rows={book.position}
          keyOf={({ currency, money }) => `${money} ${currency}`}
        />
      )}
    </Section>
  );
}

type Position = PositionBook["position"][number];

function columnsOf({ base_currency: base }: PositionBook): readonly Column<Position>[] {
  const inBase = (amount: string | null): string => (amount === null ? T.noPrice : `${amount} ${base}`);
  return [
    { title: T.columns.currency, isMain: true, cell: ({ currency }) => currency },
    {
      title: T.columns.money,
      cell: ({ money }) => <MoneyBadge kind={money === "real" ? "live" : "simulated"} />,
    },
    { title: T.columns.amount, isNumber: true, cell: ({ amount }) => amount },
    {
      title: T.columns.price,
      isNumber: true,
      cell: ({ average_price: price }) => (price === null ? T.noAverage : `${price} ${base}`),
    },
    { title: O.unrealized, isNumber: true, cell: ({ unrealized_pnl: unrealized }) => inBase(unrealized) },
    { title: O.realized, isNumber: true, cell: ({ realized_pnl: realized }) => inBase(realized) },
  ];
}
