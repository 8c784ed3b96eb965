/** Orders whose sender dies at any await of the journal and the sender, alone and together with faults of the exchange. */
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ccxtWorld } from "../../../test/support/ccxt-loopback.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { testDatabase } from "../../../test/support/database.ts";
import {
  askForOrders,
  bury,
  closeCase,
  desk,
  differences,
  FAULTS,
  newCustomer,
  untilOver,
  type Customer,
} from "../../../test/support/order-crash/crash-cases.ts";
import { crashing } from "../../../test/support/order-crash/crashing.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { newPerson } from "../../../test/support/trading-people.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { sealer as makeSealer } from "../../kit/auth/seal.ts";

/** `all` for every point with every fault: `npm run soak -- orders`. */
const isSoak = process.env["TRIPOD_TEST_ORDER_CRASHES"] === "all";
const database = await testDatabase({ rooms: ["kit", "trading"] });
const { db } = database;
const masterKey = randomBytes(32);
const sealer = makeSealer([{ id: "test", key: masterKey }]);
const loop = await ccxtWorld({ limits: { weight: 10_000_000, orders: 1_000_000 } });
const { loopback } = loop;
loopback.world.trade(5);
afterAll(() => loop.close());
const { ownerUid } = await newPerson(db);

interface Outcome {
  readonly passed: readonly string[];
  readonly problems: readonly string[];
}

/** One case: the first sender dies at the point, and the second one ends what it has left. */
async function crashAt(at: number, fault: string): Promise<Outcome> {
  const customer = await newCustomer(db, loopback, { sealer, ownerUid });
  const sent: string[] = [];
  let tellDeath = (): void => undefined;
  const death = new Promise<undefined>((resolve) => (tellDeath = () => resolve(undefined)));
  const applicationName = `dead ${customer.keyId}`;
  const die = (): Promise<never> => {
    tellDeath();
    return new Promise<never>(() => undefined);
  };
  const crash = crashing(database.open({ applicationName }), loop.exchange, {
    at,
    die,
    sent: (id) => void sent.push(id),
  });
  const planned = FAULTS[fault];
  if (planned) loopback.faults.plan(planned);
  await askForOrders(db, customer);
  const clock = new HasteningClock();
  const first = desk(crash.db, crash.exchange, { sealer, clock, owner: "first" });
  first.start();
  const isOver = untilOver(db, customer, clock).then(
    () => "over" as const,
    () => "failed" as const,
  );
  const end = await Promise.race([death, isOver]);
  if (end === undefined) await bury(db, customer, applicationName);
  else await first.stop();
  return { passed: crash.passed, problems: await finish(customer, sent) };
}

/** Another sender takes over; answers what is wrong at the end. */
async function finish(customer: Customer, sent: string[]): Promise<string[]> {
  const clock = new HasteningClock();
  const second = crashing(db, loop.exchange, {
    at: 0,
    die: () => new Promise<never>(() => undefined),
    sent: (id) => void sent.push(id),
  });
  const other = desk(second.db, second.exchange, { sealer, clock, owner: "second" });
  other.start();
  try {
    await untilOver(db, customer, clock);
    return await differences(db, loopback, customer, sent);
  } finally {
    loopback.faults.heal();
    await other.stop();
    await closeCase(db, customer);
  }
}

test("without a death every fault leaves the journal as the exchange has it", async () => {
  for (const fault of Object.keys(FAULTS)) expect([fault, (await crashAt(0, fault)).problems]).toEqual([fault, []]);
});

test("a sender that dies at an await leaves nothing lost and nothing doubled", async () => {
  const { passed, problems } = await crashAt(0, "no fault");
  expect(problems).toEqual([]);
  const faults = Object.keys(FAULTS);
  const found: unknown[] = [];
  for (let at = 1; at <= passed.length; at++) {
    const chosen = isSoak ? faults : at % 7 === 3 ? [faults[Math.floor(at / 7) % faults.length] ?? "no fault"] : [];
    for (const fault of chosen) {
      const outcome = await crashAt(at, fault);
      if (outcome.problems.length > 0) found.push([at, outcome.passed.at(-1), fault, outcome.problems]);
    }
  }
  expect(found).toEqual([]);
});

const script = await bundleScript(
  fileURLToPath(new URL("../../../test/support/order-crash/order-child.ts", import.meta.url)),
);

test("kill -9 of the process that sends leaves nothing lost and nothing doubled", async () => {
  const points = isSoak ? Array.from({ length: 60 }, (_, at) => at + 1) : [16, 27];
  for (const at of points) {
    const customer = await newCustomer(db, loopback, { sealer, ownerUid });
    const child = new ScriptProcess(script, [
      JSON.stringify(database.connection),
      masterKey.toString("hex"),
      loopback.url,
      String(at),
    ]);
    onTestFinished(() => child.kill());
    const sent: string[] = [];
    await child.heard("ready");
    await askForOrders(db, customer);
    // It dies, or does everything before the point comes.
    await Promise.race([child.ended(), untilOver(db, customer, new HasteningClock())]);
    await child.kill();
    await bury(db, customer, `child ${child.pid}`);
    for (const { event, clientOrderId } of child.told) if (event === "sent") sent.push(String(clientOrderId));
    expect([at, await finish(customer, sent)]).toEqual([at, []]);
  }
});

test("of two senders one sends, and the other takes over from one that is killed", async () => {
  const customer = await newCustomer(db, loopback, { sealer, ownerUid });
  const started = [1, 2].map(
    () =>
      new ScriptProcess(script, [JSON.stringify(database.connection), masterKey.toString("hex"), loopback.url, "0"]),
  );
  for (const child of started) onTestFinished(() => child.kill());
  await Promise.all(started.map((child) => child.heard("ready")));
  await askForOrders(db, customer);
  const holder = await waitUntil(async () => {
    const [row] = await db.query<{ owner: string }>({
      name: "test.leaseOwner",
      text: "select owner from kit.leases where name = $1 and expires_at > now()",
      values: [`trading.sender.${customer.keyId}`],
    });
    expect(row).toBeDefined();
    return row?.owner;
  });
  const holding = started.find(({ pid }) => holder === `child-${pid}`);
  expect(holding).toBeDefined();
  await holding?.kill();
  await bury(db, customer, `child ${holding?.pid}`);
  await untilOver(db, customer, new HasteningClock());
  expect(await differences(db, loopback, customer, [])).toEqual([]);
  const transitions = await db.query<{ order_id: number; handed: number }>({
    name: "test.handedTwice",
    text: `select t.order_id, count(*) as handed from trading.order_transitions t join trading.orders o on o.id = t.order_id
      where o.key_id = $1 and t.event = 'handed' group by t.order_id having count(*) > 1`,
    values: [customer.keyId],
  });
  expect(transitions).toEqual([]);
  await closeCase(db, customer);
});
