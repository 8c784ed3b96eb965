/** Reads a result of any size through a cursor of the server, so that memory holds one batch of it. */
import { invariant } from "../errors/invariant.ts";
import type { Statement } from "./database.ts";
import type { Session } from "./session.ts";

/** Enough to hide the round trip, small enough for rows of some kilobytes. */
const BATCH_SIZE = 1_000;

const MAX_BATCH_SIZE = 10_000;

/**
 * The rows of `statement` in batches of at most `batchSize`, as they were when it began. Holds one connection until
 * the reader has finished or left; a reader that takes more than a minute over one batch loses it.
 */
export async function* streamRows<Row extends object>(
  openSession: () => Promise<Session>,
  statement: Omit<Statement, "name">,
  batchSize = BATCH_SIZE,
): AsyncGenerator<Row[], void, undefined> {
  invariant(
    Number.isInteger(batchSize) && batchSize > 0 && batchSize <= MAX_BATCH_SIZE,
    "a batch has 1 to 10,000 rows",
  );
  const session = await openSession();
  try {
    await session.control("begin read only");
    const declare = `declare stream_rows no scroll cursor for ${statement.text}`;
    await session.run({ ...statement, name: "stream", text: declare }, true);
    for (;;) {
      const { rows } = await session.control(`fetch ${batchSize} from stream_rows`);
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < batchSize) return;
    }
  } finally {
    await session.rollback();
    session.release();
  }
}
