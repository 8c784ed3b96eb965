/** Strategies whose process dies at any await of its run, alone and with faults of the exchange. Another takes over. */
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bundleScript } from "../../../../test/support/bundle.ts";
import { ScriptProcess } from "../../../../test/support/child-process.ts";
import { closeCase, desk } from "../../../../test/support/order-crash/crash-cases.ts";
import { differences } from "../../../../test/support/order-crash/crash-differences.ts";
import { FAULT_NAMES, FAULTS } from "../../../../test/support/order-crash/crash-faults.ts";
import { CrashTally } from "../../../../test/support/order-crash/crash-tally.ts";
import {
  buryAll,
  crashWorld,
  customerOf,
  dieInTurn,
  inWorlds,
  withoutDeath,
  type CrashPlan,
  type CrashProcess,
  type CrashWorld,
} from "../../../../test/support/order-crash/crash-world.ts";
import { crashing } from "../../../../test/support/order-crash/crashing.ts";
import { HasteningClock } from "../../../../test/support/order-crash/hastening-clock.ts";
import { unmetStatements } from "../../../../test/support/order-crash/named-awaits.ts";
import {
  fixedMarket,
  runDesk,
  sliceProblems,
  startSlices,
  untilEnded,
} from "../../../../test/support/order-crash/run-cases.ts";
import { isInShare, isSoak, numbersInShare, PART } from "../../../../test/support/order-crash/soak-share.ts";
import { SCENARIOS } from "../../../../test/support/order-crash/run-scenarios.ts";
import { startStrategy } from "../../../../test/support/order-crash/start-strategy.ts";
import { waitUntil } from "../../../../test/support/wait-until.ts";
import { DAY_MS } from "../../../kit/time/spans.ts";
import type { MarketView } from "../../market/index.ts";

const first = await crashWorld();
const worlds = [first, ...(await Promise.all(Array.from({ length: isSoak ? 5 : 0 }, crashWorld)))];
const tally = new CrashTally("runs", isSoak);
afterAll(() => tally.assertGrid());
/** Cases of a scenario beside the first one, in `npm test`. */
const SAMPLE = 3;
const NO_FAULT = "no fault";
/** The scenario whose slices are stored one at a time. */
const ALONE = "slices";

interface Case {
  readonly scenario: string;
  readonly deaths: readonly number[];
  readonly fault: string;
}

interface Outcome {
  readonly passed: readonly (readonly string[])[];
  readonly problems: readonly string[];
}

/** One case: process after process dies at its point, and the last one ends what they have left. */
async function crashAt(world: CrashWorld, { scenario, deaths, fault }: Case): Promise<Outcome> {
  return within(world, scenario, fault, async (plan) => dieInTurn(world, { ...plan, deaths }));
}

/** Starts the strategy of a scenario, lets `work` bring it to its end, and answers what is wrong afterwards. */
async function within(
  world: CrashWorld,
  name: string,
  fault: string,
  work: (plan: Omit<CrashPlan, "deaths">) => Promise<readonly (readonly string[])[]>,
): Promise<Outcome> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const { db, loopback } = world;
  // Quantities that earlier cases have taken from the books are offered again.
  loopback.world.trade(2);
  const market = await fixedMarket(world.exchange, "btcusdt", "ethusdt");
  const customer = await customerOf(world);
  const sent: string[] = [];
  FAULTS[fault]?.(loopback);
  // Time that hurries must not end it.
  const id = await startStrategy(db, customer, { ...scenario.plan(world), maximumMs: 1_000 * DAY_MS });
  const driven = scenario.drive(world, customer, id);
  // Where the case fails earlier, the earlier failure is reported.
  driven.catch(() => undefined);
  const passed = await work({
    customer,
    sent: (each) => void sent.push(each),
    open: (each) => open(world, each, market, name !== ALONE),
    untilEnd: (clock) => untilEnded(db, id, clock, scenario.endsAs),
  });
  const more = await (await driven)();
  const problems = [...(await differences(db, loopback, customer, sent)), ...more];
  await closeCase(db, customer);
  return { passed, problems };
}

/** What one process runs: the sender and the owner. */
function open(
  { sealer }: CrashWorld,
  { db, exchange, owner, clock }: CrashProcess,
  market: MarketView,
  knowsEpochs = true,
) {
  const orders = desk(db, exchange, { sealer, clock, owner });
  const runs = runDesk(db, exchange, { sealer, clock, owner, market, senders: orders, knowsEpochs });
  orders.start();
  runs.start();
  return {
    async stop() {
      await runs.stop();
      await orders.stop();
    },
  };
}

async function expectNothingLost(cases: readonly Case[]): Promise<void> {
  const found = await inWorlds(worlds, cases, async (world, each) => {
    const { passed, problems } = await crashAt(world, each);
    tally.add(`${each.scenario}, ${each.fault}`, each.deaths.length);
    return problems.length > 0 ? [...problems, passed.map((points) => points.at(-1))] : [];
  });
  tally.tell(found);
  expect(found).toEqual([]);
}

const met = new Set<string>();

const faults = FAULT_NAMES.filter((name) => name !== NO_FAULT);
let given = PART;
/** In turn, over all scenarios: a share of the points of one is too small for all faults. */
const nextFault = (): string => faults[given++ % faults.length] ?? NO_FAULT;

function sampleOf(points: readonly number[]): number[] {
  const step = Math.ceil(points.length / SAMPLE);
  return points.filter((at) => (isSoak ? isInShare(at) : at % step === 0));
}

test.each(Object.keys(SCENARIOS))(
  "a process that dies at an await of %s leaves nothing lost and nothing doubled",
  async (scenario) => {
    const { passed, problems } = await crashAt(first, { scenario, deaths: [0], fault: NO_FAULT });
    expect(problems).toEqual([]);
    for (const name of passed[0] ?? []) met.add(name);
    const points = Array.from(passed[0] ?? [], (_, at) => at + 1);
    tally.points(scenario, points.length);
    const chosen = sampleOf(points);
    // Every other death comes alone, the others with one fault after the other.
    await expectNothingLost(
      chosen.map((at, place) => ({ scenario, deaths: [at], fault: place % 2 === 0 ? NO_FAULT : nextFault() })),
    );
  },
);

test("a process that dies while it takes over leaves nothing lost and nothing doubled", async () => {
  const scenario = "hedges";
  const { passed } = await crashAt(first, { scenario, deaths: [0], fault: NO_FAULT });
  const middle = Math.round((passed[0]?.length ?? 0) / 2);
  const { passed: again, problems } = await crashAt(first, {
    scenario,
    deaths: [middle, 0],
    fault: "place: lost after",
  });
  expect(problems).toEqual([]);
  for (const name of again[1] ?? []) met.add(name);
  const points = Array.from(again[1] ?? [], (_, at) => at + 1);
  tally.points(`a hand-over after ${middle} awaits`, points.length);
  const chosen = sampleOf(points);
  await expectNothingLost(
    chosen.map((at, place) => ({ scenario, deaths: [middle, at], fault: place === 0 ? NO_FAULT : nextFault() })),
  );
});

test("every statement of the owner of a run is a point at which one has died", async () => {
  const files = [
    "run-journal.ts",
    "fire-orders.ts",
    "insert-run-orders.ts",
    "fire-together.ts",
    "move-run.ts",
    "extend-run.ts",
    "run-order-rows.ts",
  ];
  expect(await unmetStatements(met, files)).toEqual([]);
});

test("of two processes one looks after a strategy, and the other goes on when the first ends in order", async () => {
  const { db, loopback } = first;
  const market = await fixedMarket(first.exchange, "btcusdt");
  const customer = await customerOf(first);
  const sent: string[] = [];
  const never = (): Promise<never> => new Promise<never>(() => undefined);
  const alive = crashing(db, first.exchange, { at: 0, die: never, sent: (each) => void sent.push(each) });
  const clock = new HasteningClock();
  const one = open(first, { ...alive, owner: "one", clock }, market);
  // Long enough that the first does not end it alone.
  const id = await startSlices(db, customer, "3");
  await waitUntil(() => expect(sent.length).toBeGreaterThan(0));
  const other = open(first, { ...alive, owner: "other", clock }, market);
  onTestFinished(() => other.stop());
  await one.stop();
  await untilEnded(db, id, clock);
  expect(await differences(db, loopback, customer, sent)).toEqual([]);
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

/** The process is killed at the point, or when it has done everything before. */
async function killAt(world: CrashWorld, scenario: string, at: number, fault: string): Promise<readonly string[]> {
  const { database, masterKey, loopback, db, exchange } = world;
  const where = [JSON.stringify(database.connection), masterKey.toString("hex"), loopback.url];
  const { problems } = await within(world, scenario, fault, async (plan) => {
    const child = new ScriptProcess(script, [...where, String(at), "runs"]);
    onTestFinished(() => child.kill());
    await child.heard("ready");
    await Promise.race([child.ended(), plan.untilEnd(new HasteningClock())]);
    await child.kill();
    await buryAll(db, plan.customer, `child ${child.pid}`, `child-${child.pid}`);
    for (const { event, clientOrderId } of child.told) if (event === "sent") plan.sent(String(clientOrderId));
    return [await withoutDeath(world, plan, { db, exchange })];
  });
  return problems;
}

test("kill -9 of the process that looks after a strategy leaves nothing lost and nothing doubled", async () => {
  const names = Object.keys(SCENARIOS);
  const points = isSoak ? numbersInShare(105) : [14, 33];
  const found = await inWorlds(worlds, points, async (world, at) => {
    const scenario = names[at % names.length] ?? "slices";
    const fault = isSoak ? nextFault() : NO_FAULT;
    const problems = await killAt(world, scenario, at, fault);
    tally.add(`${scenario}, ${fault}, kill -9`, 1);
    return problems;
  });
  tally.tell(found);
  expect(found).toEqual([]);
});
