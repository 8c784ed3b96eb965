/** Strategies whose process dies at any await of its run, and whose orders are then those of another process. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../../test/support/bundle.ts";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { ScriptProcess } from "../../../../test/support/child-process.ts";
import { testDatabase } from "../../../../test/support/database.ts";
import { bury, closeCase, desk, differences, newCustomer } from "../../../../test/support/order-crash/crash-cases.ts";
import { crashing } from "../../../../test/support/order-crash/crashing.ts";
import { HasteningClock } from "../../../../test/support/order-crash/hastening-clock.ts";
import {
  buryOwner,
  fixedMarket,
  runDesk,
  sliceProblems,
  startSlices,
  untilCompleted,
} from "../../../../test/support/order-crash/run-cases.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { sealer as makeSealer } from "../../../kit/auth/seal.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { installLibrary } from "../../algorithms/index.ts";

/** `all` for every point: `npm run soak -- orders`. */
const isSoak = process.env["TRIPOD_TEST_ORDER_CRASHES"] === "all";
const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;
const masterKey = randomBytes(32);
const sealer = makeSealer([{ id: "test", key: masterKey }]);
const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 } });
loop.loopback.world.trade(5);
afterAll(() => loop.close());
await installLibrary(db, systemClock().now());
const market = await fixedMarket(loop.exchange, "btcusdt");
let cases = 0;
/** Cases beside the first one, in `npm test`. */
const SAMPLE = 12;

/** The first process dies at the point, and the second one ends what it has left. */
async function crashAt(
  at: number,
): Promise<{ readonly passed: readonly string[]; readonly problems: readonly string[] }> {
  // An account of its own, so that no order of another case is in its way.
  const { ownerUid } = await newPerson(db);
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const sent: string[] = [];
  const owner = `first ${++cases}`;
  let tellDeath = (): void => undefined;
  const death = new Promise<"dead">((resolve) => (tellDeath = () => resolve("dead")));
  const die = (): Promise<never> => {
    tellDeath();
    return new Promise<never>(() => undefined);
  };
  // Its connections break when it dies, so that its transactions end.
  const own = database.open({ applicationName: owner });
  const crash = crashing(own, loop.exchange, { at, die, sent: (id) => void sent.push(id) });
  const id = await startSlices(db, customer);
  const [firstClock, clock] = [new HasteningClock(), new HasteningClock()];
  const first = open(crash, owner, firstClock);
  const over = untilCompleted(db, id, firstClock).then(
    () => "over" as const,
    () => "failed" as const,
  );
  const end = await Promise.race([death, over]);
  if (end !== "dead") {
    await first.stop();
  } else {
    await bury(db, customer, owner);
    await buryOwner(db, owner);
  }
  const alive = crashing(db, loop.exchange, { at: 0, die, sent: (each) => void sent.push(each) });
  const second = open(alive, `second ${cases}`, clock);
  try {
    await untilCompleted(db, id, clock);
    return {
      passed: crash.passed,
      problems: [...(await differences(db, loop.loopback, customer, sent)), ...(await sliceProblems(db, id))],
    };
  } finally {
    await second.stop();
    await closeCase(db, customer);
  }
}

/** What one process runs: the sender and the owner. */
function open(
  { db: own, exchange }: Pick<ReturnType<typeof crashing>, "db" | "exchange">,
  owner: string,
  clock: HasteningClock,
) {
  const orders = desk(own, exchange, { sealer, clock, owner });
  const runs = runDesk(own, exchange, { sealer, clock, owner, market, senders: orders });
  orders.start();
  runs.start();
  return {
    async stop() {
      await runs.stop();
      await orders.stop();
    },
  };
}

test("a process that dies at an await of a run leaves no slice lost and none doubled", async () => {
  const { passed, problems } = await crashAt(0);
  expect(problems).toEqual([]);
  const found: unknown[] = [];
  const step = isSoak ? 1 : Math.ceil(passed.length / SAMPLE);
  for (let at = 1; at <= passed.length; at += step) {
    const outcome = await crashAt(at);
    if (outcome.problems.length > 0) found.push([at, outcome.passed.at(-1), outcome.problems]);
  }
  expect(found).toEqual([]);
});

test("of two processes one looks after a strategy, and the other goes on when the first ends in order", async () => {
  const { ownerUid } = await newPerson(db);
  const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
  const sent: string[] = [];
  const die = (): Promise<never> => new Promise<never>(() => undefined);
  const alive = crashing(db, loop.exchange, { at: 0, die, sent: (each) => void sent.push(each) });
  const clock = new HasteningClock();
  const one = open(alive, "one", clock);
  // Long enough that the first does not end it alone.
  const id = await startSlices(db, customer, "3");
  await waitUntil(() => expect(sent.length).toBeGreaterThan(0));
  const other = open(alive, "other", clock);
  onTestFinished(() => other.stop());
  await one.stop();
  await untilCompleted(db, id, clock);
  expect(await differences(db, loop.loopback, customer, sent)).toEqual([]);
  expect(await sliceProblems(db, id)).toEqual([]);
  const events = await db.query<{ event: string }>({
    name: "test.eventsOfRun",
    text: `select t.event from trading.run_transitions t join trading.runs r on r.id = t.run_id where r.strategy_id = $1
      and t.event in ('owner_lost', 'reconvened') order by t.version`,
    values: [id],
  });
  expect(events.map(({ event }) => event)).toEqual(["owner_lost", "reconvened"]);
  await closeCase(db, customer);
});

const script = await bundleScript(
  fileURLToPath(new URL("../../../../test/support/order-crash/order-child.ts", import.meta.url)),
);

test("kill -9 of the process that looks after a strategy leaves no slice lost and none doubled", async () => {
  for (const at of isSoak ? Array.from({ length: 60 }, (_, each) => each + 1) : [14, 33]) {
    const { ownerUid } = await newPerson(db);
    const customer = await newCustomer(db, loop.loopback, { sealer, ownerUid });
    const connection = JSON.stringify(database.connection);
    const child = new ScriptProcess(script, [
      connection,
      masterKey.toString("hex"),
      loop.loopback.url,
      String(at),
      "runs",
    ]);
    onTestFinished(() => child.kill());
    await child.heard("ready");
    const id = await startSlices(db, customer);
    // It dies, or does everything before the point comes.
    await Promise.race([child.ended(), untilCompleted(db, id, new HasteningClock())]);
    await child.kill();
    await bury(db, customer, `child ${child.pid}`);
    await buryOwner(db, `child-${child.pid}`);
    const sent = child.told.flatMap(({ event, clientOrderId }) => (event === "sent" ? [String(clientOrderId)] : []));
    const die = (): Promise<never> => new Promise<never>(() => undefined);
    const alive = crashing(db, loop.exchange, { at: 0, die, sent: (each) => void sent.push(each) });
    const clock = new HasteningClock();
    const second = open(alive, `after ${child.pid}`, clock);
    await untilCompleted(db, id, clock);
    await second.stop();
    const problems = [...(await differences(db, loop.loopback, customer, sent)), ...(await sliceProblems(db, id))];
    expect([at, problems]).toEqual([at, []]);
    await closeCase(db, customer);
  }
});
