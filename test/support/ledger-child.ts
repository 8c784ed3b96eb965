/**
 * A program that posts to a ledger as fast as it can, for tests that kill it. Writes one JSON line, `posted`, for each entry
 * that was acknowledged.
 */
import type { Connection } from "../../src/kit/sql/connection.ts";
import { openDatabase } from "../../src/kit/sql/pool.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { postEntry } from "../../src/trading/ledger/index.ts";

const [connection = "", uids = ""] = process.argv.slice(2);
const users = JSON.parse(uids) as number[];
const db = openDatabase({ connection: JSON.parse(connection) as Connection, applicationName: `child ${process.pid}` });
const clock = systemClock();

/** Money goes round: everybody gives the next one something, and the platform gives everybody. */
async function postUntilKilled(writer: number): Promise<never> {
  for (let number = 0; ; number++) {
    const from = users[(writer + number) % users.length];
    const to = users[(writer + number + 1) % users.length];
    const reference = `child:${process.pid}:${writer}:${number}`;
    const giver = number % 2 === 0 ? "platform:rewards" : `user:${from}`;
    const entry = {
      reference,
      type: "article" as const,
      ownerUid: to ?? 0,
      description: "",
      at: clock.now(),
      postings: [
        { account: giver, currency: "USDT", amount: -5n },
        { account: `user:${to}`, currency: "USDT", amount: 5n },
      ],
    };
    try {
      await db.transaction((tx) => postEntry(tx, entry));
      process.stdout.write(`${JSON.stringify({ event: "posted", reference })}\n`);
    } catch (error) {
      if (!(error instanceof Error && "status" in error)) throw error;
    }
  }
}

await Promise.all([0, 1, 2, 3].map(postUntilKilled));
