/** Numbers of orders as SQL writes them: as the program does. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { clientIdOf } from "../core/client-ids.ts";
import { base36 } from "./new-order-rows.ts";

const { db } = await testDatabase({ rooms: ["kit"] });

test("SQL writes a number in base 36 as the program does", async () => {
  const around = Array.from({ length: 10 }, (_, power) => 36 ** (power + 1)).flatMap((edge) => [edge - 1, edge]);
  const numbers = [1, 9, 10, 35, 1_839_021_796_457_472, Number.MAX_SAFE_INTEGER, ...around];
  const rows = await db.query<{ number: number; text: string }>({
    name: "test.base36",
    text: `select number, ${base36("number - 1 + 1")} as text from unnest($1::bigint[]) as given (number)`,
    values: [numbers],
  });
  expect(rows.map(({ text }) => `ab${text}`)).toEqual(rows.map(({ number }) => clientIdOf("ab", number)));
  expect(rows).toHaveLength(numbers.length);
});

test("SQL writes the largest of its numbers", async () => {
  const most = 2n ** 63n - 1n;
  const [row] = await db.query<{ text: string }>({
    name: "test.mostOfBase36",
    text: `select ${base36("$1::bigint")} as text`,
    values: [String(most)],
  });
  expect(row?.text).toBe(most.toString(36));
});
