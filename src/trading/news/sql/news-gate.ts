/** The row that is locked while articles are stored and while users' keywords change, so that neither misses the other. */
import type { Transaction } from "../../../kit/sql/database.ts";

/** Keeps everything else that stores articles or changes keywords out until the transaction ends. Answers the version. */
export async function lockGate(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ keyword_version: number }>({
    name: "trading.lockNewsGate",
    text: "select keyword_version from trading.news_gate for update",
  });
  return row?.keyword_version ?? 0;
}
