/** Requests between processes about a simulated venue, on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { VenueAnswer, VenueQuestion, VenueRequestStore, Withdrawn } from "../simulated/venue-requests.ts";

/** No answer is waited for as long. */
const OLD_SECONDS = 60;

/** @param exchange the code of the venue */
export function venueRequestStore(db: Database, exchange: string): VenueRequestStore {
  return {
    ask: (question, withinMs) => ask(db, exchange, question, withinMs),
    take: (limit) => take(db, exchange, limit),
    answer: (id, answer) => saveAnswer(db, id, answer),
    collect: (ids) => collect(db, ids),
    withdraw: (id) => withdraw(db, id),
    forgetOld: () => forgetOld(db, exchange),
  };
}

/** For the process that hosts the venue. */
async function ask(db: Database, exchange: string, question: VenueQuestion, withinMs: number): Promise<number> {
  const [row] = await db.query<{ id: number }>({
    name: "trading.askVenue",
    text: `insert into trading.venue_requests (exchange, question, expires_at)
      values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') returning id`,
    values: [exchange, JSON.stringify(question), withinMs],
  });
  if (!row) throw new Error("the request was not stored");
  return row.id;
}

/** Requests for the host. Each is taken once, also where two processes take themselves for the host. */
async function take(
  db: Database,
  exchange: string,
  limit: number,
): Promise<readonly { readonly id: number; readonly asked: VenueQuestion }[]> {
  const rows = await db.query<{ id: number; question: string }>({
    name: "trading.takeVenueRequests",
    text: `update trading.venue_requests r set taken_at = clock_timestamp()
      from (
        select id from trading.venue_requests
        where exchange = $1 and taken_at is null and expires_at > clock_timestamp()
        order by id limit $2 for update skip locked
      ) waiting
      where r.id = waiting.id
      returning r.id, r.question`,
    values: [exchange, limit],
  });
  return rows
    .toSorted((one, two) => one.id - two.id)
    .map(({ id, question }) => ({ id, asked: JSON.parse(question) as VenueQuestion }));
}

/** For the process that waits. */
async function saveAnswer(db: Database, id: number, answer: VenueAnswer): Promise<void> {
  await db.execute({
    name: "trading.answerVenueRequest",
    text: "update trading.venue_requests set answer = $2 where id = $1 and answer is null",
    values: [id, JSON.stringify(answer)],
  });
}

/** Answers that are there, which are no longer needed afterwards. */
async function collect(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, VenueAnswer>> {
  const rows = await db.query<{ id: number; answer: string }>({
    name: "trading.collectVenueAnswers",
    text: "delete from trading.venue_requests where id = any ($1::bigint[]) and answer is not null returning id, answer",
    values: [ids],
  });
  return new Map(rows.map(({ id, answer }) => [id, JSON.parse(answer) as VenueAnswer]));
}

/** Takes a request back. One that is gone may have been carried out. */
async function withdraw(db: Database, id: number): Promise<Withdrawn> {
  const [row] = await db.query<{ is_taken: boolean; answer: string | null }>({
    name: "trading.withdrawVenueRequest",
    text: `delete from trading.venue_requests where id = $1
      returning taken_at is not null as is_taken, answer`,
    values: [id],
  });
  if (!row) return "taken";
  if (row.answer !== null) return { answer: JSON.parse(row.answer) as VenueAnswer };
  return row.is_taken ? "taken" : "not_taken";
}

/** Requests whose process died. */
async function forgetOld(db: Database, exchange: string): Promise<void> {
  await db.execute({
    name: "trading.forgetVenueRequests",
    text: `delete from trading.venue_requests
      where exchange = $1 and asked_at < clock_timestamp() - $2 * interval '1 second'`,
    values: [exchange, OLD_SECONDS],
  });
}
