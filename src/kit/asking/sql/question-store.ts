/** Questions between processes on PostgreSQL, in a table of the service that asks them. */
import { invariant } from "../../errors/invariant.ts";
import type { Database } from "../../sql/database.ts";
import type { QuestionStore, Withdrawn } from "../questions.ts";

/** No answer is waited for as long. */
const OLD_SECONDS = 60;

/**
 * A table with the columns `id` (an identity), `question`, `answer`, `expires_at`, `taken_at`, `asked_at`, and the one that says
 * whom a question is for. Its names are part of the statements.
 */
export interface QuestionTable {
  /** With its schema. */
  readonly name: string;
  /** The column that says whom a question is for. */
  readonly to: string;
}

export function questionStore<Question, Answer>(db: Database, table: QuestionTable): QuestionStore<Question, Answer> {
  invariant(/^[a-z]{1,20}\.[a-z_]{1,40} [a-z_]{1,40}$/.test(`${table.name} ${table.to}`), "names are plain words");
  return {
    ask: (to, question, withinMs) => askQuestion(db, table, { to, question: JSON.stringify(question), withinMs }),
    take: (to, limit) => takeQuestions<Question>(db, table, to, limit),
    answer: (id, answer) => saveAnswer(db, table, id, JSON.stringify(answer)),
    collect: (ids) => collectAnswers<Answer>(db, table, ids),
    withdraw: (id) => withdraw<Answer>(db, table, id),
    forgetOld: () => forgetOld(db, table),
  };
}

/** Stores a question. */
async function askQuestion(
  db: Database,
  { name, to: column }: QuestionTable,
  { to, question, withinMs }: { readonly to: string; readonly question: string; readonly withinMs: number },
): Promise<number> {
  const [row] = await db.query<{ id: number }>({
    name: `${name}.ask`,
    text: `insert into ${name} (${column}, question, expires_at)
      values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond') returning id`,
    values: [to, question, withinMs],
  });
  invariant(row, "an insert answers its row");
  return row.id;
}

/** Questions for a process. Each is taken once, also where two processes believe that it is for them. */
async function takeQuestions<Question>(
  db: Database,
  { name, to: column }: QuestionTable,
  to: string,
  limit: number,
): Promise<readonly { readonly id: number; readonly question: Question }[]> {
  const rows = await db.query<{ id: number; question: string }>({
    name: `${name}.take`,
    text: `update ${name} r set taken_at = clock_timestamp()
      from (
        select id from ${name}
        where ${column} = $1 and taken_at is null and expires_at > clock_timestamp()
        order by id limit $2 for update skip locked
      ) waiting
      where r.id = waiting.id
      returning r.id, r.question`,
    values: [to, limit],
  });
  return rows
    .toSorted((one, two) => one.id - two.id)
    .map(({ id, question }) => ({ id, question: JSON.parse(question) as Question }));
}

/** Stores the answer for the process that asked. */
async function saveAnswer(db: Database, { name }: QuestionTable, id: number, answer: string): Promise<void> {
  await db.execute({
    name: `${name}.answer`,
    text: `update ${name} set answer = $2 where id = $1 and answer is null`,
    values: [id, answer],
  });
}

/** Takes answers out of the table. */
async function collectAnswers<Answer>(
  db: Database,
  { name }: QuestionTable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Answer>> {
  const rows = await db.query<{ id: number; answer: string }>({
    name: `${name}.collect`,
    text: `delete from ${name} where id = any ($1::bigint[]) and answer is not null returning id, answer`,
    values: [ids],
  });
  return new Map(rows.map(({ id, answer }) => [id, JSON.parse(answer) as Answer]));
}

/** Takes a question back. One that is gone may have been carried out. */
async function withdraw<Answer>(db: Database, { name }: QuestionTable, id: number): Promise<Withdrawn<Answer>> {
  const [row] = await db.query<{ is_taken: boolean; answer: string | null }>({
    name: `${name}.withdraw`,
    text: `delete from ${name} where id = $1 returning taken_at is not null as is_taken, answer`,
    values: [id],
  });
  if (!row) return "taken";
  if (row.answer !== null) return { answer: JSON.parse(row.answer) as Answer };
  return row.is_taken ? "taken" : "not_taken";
}

/** Questions whose process died. */
async function forgetOld(db: Database, { name }: QuestionTable): Promise<void> {
  await db.execute({
    name: `${name}.forgetOld`,
    text: `delete from ${name} where asked_at < clock_timestamp() - $1 * interval '1 second'`,
    values: [OLD_SECONDS],
  });
}
