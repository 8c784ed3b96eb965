/** Processes that share an address keep what an exchange allows, all together. */
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startBinanceLoopback } from "../../../test/support/binance-loopback/loopback.ts";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { silentLog } from "../../kit/log/log.ts";
import { RateBudget } from "./core/rate-budget.ts";
import { RateShares } from "./rate-shares.ts";
import { rateShareStore } from "./sql/rate-share-store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });

interface Row {
  readonly process: string;
  readonly share: number;
}

const rows = (address: string): Promise<Row[]> =>
  db.query<Row>({
    name: "test.rateShares",
    text: `select process, share from trading.rate_shares
      where address = $1 and expires_at > clock_timestamp() order by process`,
    values: [address],
  });

function process(name: string, address: string) {
  const clock = manualClock();
  const store = rateShareStore(db, { process: name, address });
  const shares = new RateShares({ store, clock, log: silentLog() });
  const budget = new RateBudget(100);
  const leave = shares.join("binance", budget);
  onTestFinished(leave);
  return { clock, budget, leave };
}

test("one process has nine tenths, two have their halves, and one that ends gives its half back", async () => {
  const first = process("a", "one");
  await waitUntil(() => expect(first.budget.share).toBeCloseTo(0.9));
  const second = process("b", "one");
  // The part kept for new processes.
  await waitUntil(() => expect(second.budget.share).toBeCloseTo(0.1));
  const both = async (): Promise<void> => {
    await Promise.all([first.clock.advance(2_000), second.clock.advance(2_000)]);
    const found = await rows("one");
    expect(found.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
  };
  await waitUntil(async () => {
    await both();
    expect([first.budget.share, second.budget.share]).toEqual([expect.closeTo(0.45), expect.closeTo(0.45)]);
  });
  await second.leave();
  await waitUntil(async () => {
    await first.clock.advance(2_000);
    expect(first.budget.share).toBeCloseTo(0.9);
  });
});

test("who asks for more has more, and processes with another address have their own limit", async () => {
  const busy = process("a", "two");
  const idle = process("b", "two");
  const elsewhere = process("c", "three");
  await waitUntil(async () => {
    for (let sent = 0; sent < 500; sent++) busy.budget.take({ cost: 1, urgent: false, maxWaitMs: 0 }, 0);
    await Promise.all([busy, idle, elsewhere].map(({ clock }) => clock.advance(2_000)));
    expect(busy.budget.share).toBeCloseTo(0.675);
    expect(idle.budget.share).toBeCloseTo(0.225);
    expect(elsewhere.budget.share).toBeCloseTo(0.9);
  });
});

test("when an exchange stops one process, the others stop too", async () => {
  const told = process("a", "four");
  const other = process("b", "four");
  await waitUntil(() => expect(other.budget.share).toBeGreaterThan(0));
  const nowMs = (): number => other.clock.now() / 1_000;
  told.budget.stop("banned", told.clock.now() / 1_000 + 600_000);
  await waitUntil(async () => {
    await Promise.all([told.clock.advance(2_000), other.clock.advance(2_000)]);
    expect(other.budget.stopped(nowMs())).toMatchObject({ reason: "banned" });
  });
  expect(other.budget.toldToStop(nowMs())).toBeUndefined();
});

test("two processes together keep the limit while both flood, and a cancel of either goes out", async () => {
  const script = await bundleScript(
    fileURLToPath(new URL("../../../test/support/rate-share-child.ts", import.meta.url)),
  );
  const unitsPerSecond = 100;
  const [apiKey, secret] = ["sharedKey0001", "sharedSecret0001"];
  const exchange = await startBinanceLoopback({ accounts: [{ apiKey, secret, balances: { USDT: "1000000" } }] });
  onTestFinished(() => exchange.close());
  const args = [JSON.stringify(connection), exchange.url, String(unitsPerSecond), apiKey, secret];
  const children = [new ScriptProcess(script, args), new ScriptProcess(script, args)];
  onTestFinished(async () => void (await Promise.all(children.map((child) => child.kill()))));
  await Promise.all(children.map((child) => child.heard("ready")));
  const books = (): number => exchange.requests.filter(({ path }) => path === "/api/v3/depth").length;
  await waitUntil(async () => expect((await rows("here")).every(({ share }) => share > 0.4)).toBe(true));
  const before = { ms: Date.now(), books: books() };
  for (const child of children) child.say("place");
  await Promise.all(children.map((child) => child.heard("placed")));
  for (const child of children) child.say("cancel");
  await Promise.all(children.map((child) => child.heard("canceled")));
  await waitUntil(() => expect(books() - before.books).toBeGreaterThan(300));
  const seconds = (Date.now() - before.ms) / 1_000;
  // A book is one unit. Of four fifths of the limit four fifths are for books, and those of a second may leave at once.
  expect(books() - before.books).toBeLessThanOrEqual(unitsPerSecond * 0.64 * (seconds + 1) + 4);
  const [victim] = children;
  await victim?.kill();
  await waitUntil(async () => expect((await rows("here")).map(({ share }) => share)).toEqual([expect.closeTo(0.9)]));
});
