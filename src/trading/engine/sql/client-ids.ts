/** The numbers of orders, reserved before they are used. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Queryable, Transaction } from "../../../kit/sql/database.ts";
import { clientIdOf, installationPrefix, nextBlock, takeId } from "../core/client-ids.ts";

export interface OrderNumber {
  readonly id: number;
  readonly clientOrderId: string;
}

/**
 * Takes numbers that no order has had. They grow for ever, also after a backup was restored. Whoever takes some next
 * waits for this transaction.
 */
export async function takeNumbers(
  tx: Transaction,
  count: number,
  { nowMs, random }: { readonly nowMs: number; readonly random: number },
): Promise<readonly OrderNumber[]> {
  let row = await lockIds(tx);
  if (!row) {
    await makePrefix(tx, random);
    row = await lockIds(tx);
  }
  invariant(row, "the row of the client ids is there after it was made");
  const block = nextBlock(nowMs, row.next_id, count);
  await tx.execute({
    name: "trading.reserveClientIds",
    text: "update trading.client_id_blocks set next_id = $1",
    values: [block.end],
  });
  const numbers: OrderNumber[] = [];
  for (let taken = takeId(block); taken; taken = takeId(taken.block)) {
    const clientOrderId = clientIdOf(row.prefix, taken.customId);
    invariant(clientOrderId !== undefined, "a number of a block makes a client order id");
    numbers.push({ id: taken.customId, clientOrderId });
  }
  return numbers;
}

/** Whoever takes numbers waits here for the one before. */
async function lockIds(tx: Transaction): Promise<{ readonly prefix: string; readonly next_id: number } | undefined> {
  const [row] = await tx.query<{ prefix: string; next_id: number }>({
    name: "trading.lockClientIds",
    text: "select prefix, next_id from trading.client_id_blocks for update",
  });
  return row;
}

/** The two letters of this installation; they are drawn once. */
export async function readPrefix(db: Queryable, random: number): Promise<string> {
  await makePrefix(db, random);
  const [row] = await db.query<{ prefix: string }>({
    name: "trading.readClientIdPrefix",
    text: "select prefix from trading.client_id_blocks",
  });
  invariant(row, "the row of the client ids is there after it was made");
  return row.prefix;
}

/** Draws the letters of an installation that has none yet. */
async function makePrefix(db: Queryable, random: number): Promise<void> {
  await db.execute({
    name: "trading.senderPrefix",
    text: "insert into trading.client_id_blocks (prefix, next_id) values ($1, 0) on conflict do nothing",
    values: [installationPrefix(random)],
  });
}
