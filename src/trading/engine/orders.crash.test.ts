/** Orders whose sender dies at any await of the journal, the sender and the recovery, alone and with faults of the exchange. */
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../test/support/child-process.ts";
import { askForOrders, bury, closeCase, desk, untilOver } from "../../../test/support/order-crash/crash-cases.ts";
import { differences } from "../../../test/support/order-crash/crash-differences.ts";
import { FAULT_NAMES, FAULTS, MAY_MISS, SAMPLE_NAMES } from "../../../test/support/order-crash/crash-faults.ts";
import { CrashTally } from "../../../test/support/order-crash/crash-tally.ts";
import {
  buryAll,
  crashWorld,
  customerOf,
  dieInTurn,
  inWorlds,
  withoutDeath,
  type CrashPlan,
  type CrashWorld,
} from "../../../test/support/order-crash/crash-world.ts";
import { HasteningClock } from "../../../test/support/order-crash/hastening-clock.ts";
import { unmetStatements } from "../../../test/support/order-crash/named-awaits.ts";
import { isInShare, isSoak, numbersInShare } from "../../../test/support/order-crash/soak-share.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

/** `npm test` takes one of this many points. */
const STEP = 15;
/** So that the few points of `npm test` meet faults of all kinds. */
const SPREAD = 7;
const first = await crashWorld();
const worlds = [first, ...(await Promise.all(Array.from({ length: isSoak ? 5 : 0 }, crashWorld)))];
const tally = new CrashTally("orders", isSoak);
afterAll(() => tally.assertGrid());

interface Outcome {
  readonly passed: readonly (readonly string[])[];
  /** Faults that met no request. Where a process dies, what it would have asked is sometimes not asked. */
  readonly unmet: readonly unknown[];
  readonly problems: readonly string[];
}

/** One case: process after process dies at its point, and the last one ends what they have left. */
async function crashAt(world: CrashWorld, deaths: readonly number[], fault: string): Promise<Outcome> {
  const customer = await customerOf(world);
  const sent: string[] = [];
  FAULTS[fault]?.(world.loopback);
  await askForOrders(world.db, customer);
  const plan = planOf(world, customer, sent);
  let unmet: Outcome["unmet"] = [];
  const untilEnd: CrashPlan["untilEnd"] = async (clock) => {
    await plan.untilEnd(clock);
    ({ unmet } = world.loopback.faults);
  };
  const passed = await dieInTurn(world, { ...plan, untilEnd, deaths });
  const problems = await differences(world.db, world.loopback, customer, sent);
  await closeCase(world.db, customer);
  return { passed, problems, unmet };
}

function planOf(
  { db, sealer }: CrashWorld,
  customer: CrashPlan["customer"],
  sent: string[],
): Omit<CrashPlan, "deaths"> {
  return {
    customer,
    sent: (id) => void sent.push(id),
    untilEnd: (clock) => untilOver(db, customer, clock),
    open(each) {
      const opened = desk(each.db, each.exchange, { sealer, ...each });
      opened.start();
      return opened;
    },
  };
}

async function expectNothingLost(
  cases: readonly (readonly [deaths: readonly number[], fault: string])[],
): Promise<void> {
  const found = await inWorlds(worlds, cases, async (world, [deaths, fault]) => {
    const { passed, problems, unmet } = await crashAt(world, deaths, fault);
    tally.add(fault, deaths.length);
    const isMet = deaths.length > 0 || unmet.length === 0 || MAY_MISS.has(fault);
    const all = isMet ? problems : [...problems, "a fault has met nothing", ...unmet];
    return all.length > 0 ? [...all, passed.map((each) => each.at(-1))] : [];
  });
  tally.tell(found);
  expect(found).toEqual([]);
}

test("without a death every fault leaves the journal as the exchange has it", async () => {
  await expectNothingLost((isSoak ? FAULT_NAMES : SAMPLE_NAMES).map((fault) => [[], fault]));
});

test("a sender that dies at an await leaves nothing lost and nothing doubled", async () => {
  const { passed, problems } = await crashAt(first, [0], "no fault");
  expect(problems).toEqual([]);
  const points = Array.from(passed[0] ?? [], (_, at) => at + 1);
  tally.points("the journal and its sender", points.length);
  const sample = points
    .filter((at) => at % STEP === 3)
    .map((at) => [[at], FAULT_NAMES[(Math.floor(at / STEP) * SPREAD) % FAULT_NAMES.length] ?? "no fault"] as const);
  const share = points.flatMap((at) =>
    FAULT_NAMES.filter((_, fault) => isInShare(at + fault)).map((fault) => [[at], fault] as const),
  );
  await expectNothingLost(isSoak ? share : sample);
});

test("one that dies while it takes over from one that died leaves nothing lost and nothing doubled", async () => {
  // In the middle of placing, and after orders were shown open.
  const { passed } = await crashAt(first, [0], "no fault");
  const all = passed[0]?.length ?? 0;
  const early = [Math.round(all / 4), Math.round(all / 2), Math.round((all * 3) / 4)];
  const met = new Set<string>(passed[0]);
  for (const at of isSoak ? early : early.slice(1, 2)) {
    const outcome = await crashAt(first, [at, 0], "place: lost after");
    expect(outcome.problems).toEqual([]);
    for (const name of outcome.passed[1] ?? []) met.add(name);
    const points = Array.from(outcome.passed[1] ?? [], (_, each) => each + 1);
    tally.points(`a recovery after ${at} awaits`, points.length);
    const chosen = points.filter((each) => (isSoak ? isInShare(each) : each % STEP === 4));
    await expectNothingLost(
      chosen.map((each) => [[at, each], FAULT_NAMES[each % FAULT_NAMES.length] ?? "no fault"] as const),
    );
  }
  expect(await unmetStatements(met, ["order-journal.ts", "claim-orders.ts", "write-changes.ts"])).toEqual([]);
});

const script = await bundleScript(
  fileURLToPath(new URL("../../../test/support/order-crash/order-child.ts", import.meta.url)),
);

function startChild({ database, masterKey, loopback }: CrashWorld, at: number): ScriptProcess {
  const where = [JSON.stringify(database.connection), masterKey.toString("hex"), loopback.url];
  const child = new ScriptProcess(script, [...where, String(at)]);
  onTestFinished(() => child.kill());
  return child;
}

async function killAt(world: CrashWorld, at: number, fault: string): Promise<readonly string[]> {
  const customer = await customerOf(world);
  const child = startChild(world, at);
  const sent: string[] = [];
  await child.heard("ready");
  FAULTS[fault]?.(world.loopback);
  await askForOrders(world.db, customer);
  // It dies, or does everything before the point comes.
  await Promise.race([child.ended(), untilOver(world.db, customer, new HasteningClock())]);
  await child.kill();
  await buryAll(world.db, customer, `child ${child.pid}`);
  for (const { event, clientOrderId } of child.told) if (event === "sent") sent.push(String(clientOrderId));
  await withoutDeath(world, planOf(world, customer, sent), world);
  const problems = await differences(world.db, world.loopback, customer, sent);
  await closeCase(world.db, customer);
  return problems;
}

test("kill -9 of the process that sends leaves nothing lost and nothing doubled", async () => {
  const points = isSoak ? numbersInShare(100) : [16, 27];
  const found = await inWorlds(worlds, points, async (world, at) => {
    const fault = (isSoak && FAULT_NAMES[at % FAULT_NAMES.length]) || "no fault";
    const problems = await killAt(world, at, fault);
    tally.add(`${fault}, kill -9`, 1);
    return problems;
  });
  tally.tell(found);
  expect(found).toEqual([]);
});

test("of two senders one sends, and the other takes over from one that is killed", async () => {
  const { db, loopback } = first;
  const customer = await customerOf(first);
  const started = [startChild(first, 0), startChild(first, 0)];
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
