/** The statements that the engine's files name, compared with those at which processes died. */
import { readFile } from "node:fs/promises";

const SQL = new URL("../../../src/trading/engine/sql/", import.meta.url);

/**
 * Asked all the time, and by the clock: a death before or after them is one between two others. Or asked only where
 * something is so seldom that these cases do not come to it, each with the test that does.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "trading.senderKeysWithCommands": "a question that repeats",
  "trading.senderKeysWithOrders": "a question that repeats",
  "trading.senderCommands": "a question that repeats",
  "trading.listChangedRunOrders": "a question that repeats",
  "trading.ownerClaimRuns": "a question that repeats",
  "trading.ownerTakeRunCommands": "a question that repeats",
  "trading.ownerSaveKeyBalances": "a note that repeats",
  "trading.senderAdopt": "neglected-keys.test.ts",
  "trading.senderFindByClientId": "neglected-keys.test.ts",
  "trading.senderFindByExchangeId": "order-desk.test.ts",
  "trading.senderFindErased": "order-journal.test.ts",
  "trading.senderLockOwner": "halts.test.ts",
  "trading.senderMarkRuns": "run-journal.test.ts",
  "trading.forgetAppearedOrder": "run-journal.test.ts",
  "trading.ownerSaveRunTriggers": "runs.test.ts of strategies",
  "trading.ownerSaveRunDebug": "runs.test.ts of strategies",
  "trading.extendRun": "extend-run.test.ts",
  "trading.extendStrategyOfRun": "extend-run.test.ts",
  "trading.withholdOrdersOfRun": "a request",
  "trading.insertRun": "a request",
  "trading.beginRunOfStrategy": "a request",
};

/** Statements of these files at which no process has died, and that are not said to be elsewhere. */
export async function unmetStatements(met: ReadonlySet<string>, files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, SQL), "utf8")));
  const named = texts.flatMap((text) => [...text.matchAll(/^\s*name: "([^"]+)"/gm)].map(([, name = ""]) => name));
  return named.filter((name) => !met.has(`after ${name}`) && !(name in ELSEWHERE));
}
