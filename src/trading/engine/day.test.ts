/** Some hours of trading with faults, halts and processes that are killed; `npm run soak -- day` has 24 of them. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { runDay } from "../../../test/support/engine-day/run-day.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";

const database = await testDatabase({ rooms: ["kit", "trading"] });
const { TRIPOD_TEST_DAY_HOURS: hours, TRIPOD_TEST_DAY_SEED: seed = "1" } = process.env;

test("at every quiet point orders, trades, fees, books and the ledger are what the exchange has", async () => {
  const isSoak = hours !== undefined;
  const { problems, figures } = await runDay(database, {
    hours: isSoak ? Number(hours) : 0.5,
    seed: Number(seed),
    ...(!isSoak && { quietEveryMs: 15 * MINUTE_MS, haltEveryMinutes: 13 }),
    ...(isSoak && { report: (line: string) => console.log(`soak: ${line}`) }),
  });
  if (isSoak) console.log(JSON.stringify(figures, undefined, 2));
  expect(problems).toEqual([]);
  expect(figures.trades).toBeGreaterThan(0);
  expect(figures.kills).toBeGreaterThan(0);
  // So short a soak would have none.
  if (!isSoak || figures.simulatedHours >= 2) expect(figures.halts).toBeGreaterThan(0);
});
