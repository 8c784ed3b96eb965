import type { Transaction } from "../../../kit/sql/database.ts";
import type { StoredAlgorithm } from "../store.ts";
import { findVersion } from "./read-algorithms.ts";

/** Keeps an algorithm from being removed until the transaction ends; false for one that is gone. */
export async function holdAlgorithm(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.query({
    name: "trading.holdAlgorithm",
    text: "select id from trading.algorithms where id = $1 for key share",
    values: [id],
  });
  return rows.length > 0;
}

/** The same, if a version is still the one that a profile was checked against: a draft may have changed since. */
export async function holdVersion(
  tx: Transaction,
  { id, version, updatedAt }: Pick<StoredAlgorithm, "id" | "version" | "updatedAt">,
): Promise<boolean> {
  if (!(await holdAlgorithm(tx, id))) return false;
  const stored = await findVersion(tx, id, version);
  return stored?.updatedAt === updatedAt;
}
