/** Books: named sets of profiles. */
import { lockUser } from "../../users/index.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { strategyErrors } from "../errors.ts";
import { MAX_BOOKS, type BookTerms, type Doing, type StoredBook, type StrategyView } from "../store.ts";
import { note } from "./change-profiles.ts";
import { IN_VIEW, viewValues } from "./read-profiles.ts";

interface Row {
  readonly id: number;
  readonly uid: number;
  readonly name: string;
  readonly codes: string[];
  readonly profiles: number[];
  readonly base_currency: string;
  readonly created_at: Instant;
}

/** With those of its profiles that are in the view. */
const SELECT = `select id, uid, name, codes, base_currency, created_at,
    array(select profile.id from trading.book_profiles as held
      join trading.profiles as profile on profile.id = held.profile_id
      where held.book_id = book.id and profile.owner_uid = $1 and ($2::bigint is null or profile.uid = $2)
      order by profile.id) as profiles
  from trading.books as book where ${IN_VIEW}`;

/** Books of the view, oldest first. */
export async function listBooks(q: Queryable, view: StrategyView): Promise<StoredBook[]> {
  const rows = await q.query<Row>({
    name: "trading.listBooks",
    text: `${SELECT} order by id limit ${MAX_BOOKS}`,
    values: viewValues(view),
  });
  return rows.map(bookOf);
}

/** A book, where the account has room for it. */
export async function addBook(tx: Transaction, by: Doing, book: BookTerms): Promise<StoredBook> {
  const { view, at } = by;
  await lockUser(tx, view.ownerUid);
  if ((await countBooks(tx, view.ownerUid)) >= MAX_BOOKS) throw strategyErrors.tooManyBooks({ maximum: MAX_BOOKS });
  const [row] = await tx.query<{ id: number }>({
    name: "trading.insertBook",
    text: `insert into trading.books (owner_uid, uid, name, codes, base_currency, created_at)
      values ($1, $2, $3, $4::text[], $5, $6) returning id`,
    values: [view.ownerUid, view.uid, book.name, book.codes, book.baseCurrency, timestamp(at)],
  });
  invariant(row, "an insert without a conflict answers its row");
  await setProfiles(tx, by, row.id, book.profiles);
  await note(tx, by, "book.create", row.id, { name: book.name });
  return bookOf(await readBook(tx, view, row.id));
}

/** What is not named stays as it is. */
export async function editBook(
  tx: Transaction,
  by: Doing,
  id: number,
  change: Partial<BookTerms>,
): Promise<StoredBook> {
  await lockBook(tx, by, id);
  await tx.execute({
    name: "trading.updateBook",
    text: `update trading.books set name = coalesce($2, name), codes = coalesce($3::text[], codes),
        base_currency = coalesce($4, base_currency) where id = $1`,
    values: [id, change.name ?? null, change.codes ?? null, change.baseCurrency ?? null],
  });
  if (change.profiles) await setProfiles(tx, by, id, change.profiles);
  await note(tx, by, "book.edit", id, { changed: Object.keys(change) });
  return bookOf(await readBook(tx, by.view, id));
}

/** Answers what it was. */
export async function removeBook(tx: Transaction, by: Doing, id: number): Promise<StoredBook> {
  const book = await lockBook(tx, by, id);
  await tx.execute({ name: "trading.removeBook", text: "delete from trading.books where id = $1", values: [id] });
  await note(tx, by, "book.delete", id, { name: book.name });
  return bookOf(book);
}

/** How many books an account has, of all its users. */
async function countBooks(tx: Transaction, ownerUid: number): Promise<number> {
  const [row] = await tx.query<{ stored: number }>({
    name: "trading.countBooks",
    text: "select count(*) as stored from trading.books where owner_uid = $1",
    values: [ownerUid],
  });
  return row?.stored ?? 0;
}

/** Exactly these of the profiles that the user sees. Others that the book holds stay in it. */
async function setProfiles(
  tx: Transaction,
  { view }: Doing,
  bookId: number,
  profiles: readonly number[],
): Promise<void> {
  const seen = await tx.query<{ id: number }>({
    name: "trading.findProfilesOfBook",
    text: `select id from trading.profiles where ${IN_VIEW} and id = any ($3::bigint[]) order by id for key share`,
    values: [...viewValues(view), profiles],
  });
  const known = new Set(seen.map(({ id }) => id));
  const stranger = profiles.find((id) => !known.has(id));
  if (stranger !== undefined) throw strategyErrors.profileNotFound({ id: stranger });
  await tx.execute({
    name: "trading.clearBook",
    text: `delete from trading.book_profiles where book_id = $3
      and profile_id in (select id from trading.profiles where ${IN_VIEW})`,
    values: [...viewValues(view), bookId],
  });
  await tx.execute({
    name: "trading.fillBook",
    text: "insert into trading.book_profiles (book_id, profile_id) select $1, unnest($2::bigint[])",
    values: [bookId, [...known]],
  });
}

/** Holds a book that the user may change. */
async function lockBook(tx: Transaction, by: Doing, id: number): Promise<Row> {
  await tx.query({
    name: "trading.lockBook",
    text: `select id from trading.books where ${IN_VIEW} and id = $3 for update`,
    values: [...viewValues(by.view), id],
  });
  const book = await readBook(tx, by.view, id);
  if (!by.changesAccount && book.uid !== by.view.uid) throw strategyErrors.notYours({ thing: "The book", id });
  return book;
}

/** One book of the view. */
async function readBook(q: Queryable, view: StrategyView, id: number): Promise<Row> {
  const [row] = await q.query<Row>({
    name: "trading.findBook",
    text: `${SELECT} and id = $3`,
    values: [...viewValues(view), id],
  });
  if (!row) throw strategyErrors.bookNotFound({ id });
  return row;
}

function bookOf({ id, name, codes, profiles, base_currency, created_at }: Row): StoredBook {
  return { id, name, codes, profiles, baseCurrency: base_currency, createdAt: created_at };
}
