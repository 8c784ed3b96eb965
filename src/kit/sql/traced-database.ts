/** Shows transactions and single statements in traces, with their names and none of their values. */
import type { Span, Traces } from "../traces/traces.ts";
import type { Database, Queryable, Statement, Transaction } from "./database.ts";

/** A transaction may have thousands of statements; the first say what it is. */
const MOST_NAMES = 32;
const ofDatabase = { "db.system.name": "postgresql" };

/**
 * The same database, whose transactions, and statements outside of them, are spans below the request or job that they are
 * part of. The loops of the program ask many times a second; those are not recorded. Nor are streams, whose time is that of
 * their readers.
 */
export function tracedDatabase<Given extends Database>(db: Given, traces: Traces): Given {
  const alone = <Result>({ name }: Statement, run: () => Promise<Result>): Promise<Result> =>
    traces.run({ name, kind: "client", isPart: true, attributes: ofDatabase }, run);
  const traced = <Result>(name: string, begin: (note: Note) => Promise<Result>): Promise<Result> =>
    traces.run({ name, kind: "client", isPart: true, attributes: ofDatabase }, async (span) => begin(noting(span)));
  return {
    ...db,
    query: <Row extends object>(statement: Statement) => alone(statement, () => db.query<Row>(statement)),
    execute: (statement) => alone(statement, () => db.execute(statement)),
    transaction: (work) => traced("transaction", (note) => db.transaction((tx) => work(noted(tx, note)))),
    snapshot: (work) => traced("snapshot", (note) => db.snapshot((tx) => work(noted(tx, note)))),
  };
}

type Note = (statement: Statement) => void;

/** Where PostgreSQL has undone a transaction, its statements are there twice: that is what took this long. */
function noting(span: Span): Note {
  const names: string[] = [];
  let count = 0;
  return ({ name }) => {
    count++;
    span.set("tripod.statement_count", count);
    if (names.length >= MOST_NAMES) return;
    names.push(name);
    span.set("tripod.statements", names);
  };
}

function noted(tx: Transaction, note: Note): Transaction {
  const run: Queryable = {
    query: <Row extends object>(statement: Statement) => {
      note(statement);
      return tx.query<Row>(statement);
    },
    execute: (statement) => {
      note(statement);
      return tx.execute(statement);
    },
  };
  return { inTransaction: true, ...run };
}
