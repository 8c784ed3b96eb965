/** The state of a strategy as it is stored, whoever may see it. */
import type { Database } from "../../src/kit/sql/database.ts";

/** Undefined for a strategy that there is not. */
export async function storedRunState(
  db: Pick<Database, "query">,
  strategyId: number | string,
): Promise<string | undefined> {
  const [row] = await db.query<{ state: string }>({
    name: "test.storedRunState",
    text: "select state from trading.strategies where id = $1",
    values: [Number(strategyId)],
  });
  return row?.state;
}
