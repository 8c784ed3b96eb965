/** The numbers of orders, reserved before they are used. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { clientIdOf, installationPrefix, nextBlock, takeId, type IdBlock } from "../core/client-ids.ts";

export interface OrderNumber {
  readonly id: number;
  readonly clientOrderId: string;
}

/**
 * Takes numbers that no order has had. They grow for ever, also after a backup was restored. The next taker of numbers
 * waits for this transaction.
 */
export async function takeNumbers(
  tx: Transaction,
  count: number,
  { nowMs, random }: { readonly nowMs: number; readonly random: number },
): Promise<readonly OrderNumber[]> {
  let row = await reserve(tx, count, nowMs);
  if (!row) {
    await makePrefix(tx, random);
    row = await reserve(tx, count, nowMs);
  }
  invariant(row, "the row of the client ids is there after it was made");
  const { prefix, end } = row;
  const numbers: OrderNumber[] = [];
  const block: IdBlock = { next: end - count, end };
  for (let taken = takeId(block); taken; taken = takeId(taken.block)) {
    const clientOrderId = clientIdOf(prefix, taken.customId);
    invariant(clientOrderId !== undefined, "a number of a block makes a client order id");
    numbers.push({ id: taken.customId, clientOrderId });
  }
  return numbers;
}

/** Reserves the next block, which begins where the last one has ended, and not before the present. */
async function reserve(
  tx: Transaction,
  count: number,
  nowMs: number,
): Promise<{ readonly prefix: string; readonly end: number } | undefined> {
  const [row] = await tx.query<{ prefix: string; end: number }>({
    name: "trading.reserveClientIds",
    text: `update trading.client_id_blocks set next_id = greatest(next_id, $1) + $2 returning prefix, next_id as "end"`,
    values: [nextBlock(nowMs, 0, count).next, count],
  });
  return row;
}

/** The two letters of this installation; they are drawn once. */
export async function readPrefix(db: Queryable, random: number): Promise<string> {
  await makePrefix(db, random);
  const prefix = await findPrefix(db);
  invariant(prefix !== undefined, "the row of the client ids is there after it was made");
  return prefix;
}

/** Draws the letters where there are none yet, so that numbers can be taken. */
export async function ensurePrefix(db: Queryable, random: () => number): Promise<void> {
  if ((await findPrefix(db)) === undefined) await makePrefix(db, random());
}

/** The letters are written into every client order id, and known beforehand to recognise our own. */
async function findPrefix(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ prefix: string }>({
    name: "trading.readClientIdPrefix",
    text: "select prefix from trading.client_id_blocks",
  });
  return row?.prefix;
}

/** Draws the letters of an installation that has none yet. */
async function makePrefix(db: Queryable, random: number): Promise<void> {
  await db.execute({
    name: "trading.senderPrefix",
    text: "insert into trading.client_id_blocks (prefix, next_id) values ($1, 0) on conflict do nothing",
    values: [installationPrefix(random)],
  });
}
