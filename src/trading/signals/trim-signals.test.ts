/** Removed data of signals: nothing that a result is computed from, and nothing still to be done. */
import { describe, expect, test } from "vitest";
import { CLOSE, OPEN, priceAll, publish, runJob, signalUser, triggerOf } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { signalTrim } from "./sql/trim-signals.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { db, clock } = world.platform;
const author = await signalUser(world, "pro");
const follower = await signalUser(world, "pro");
const DAYS = 1_825;

const trigger = (id: string, of: typeof OPEN) => author.done("signals-trigger", triggerOf(id, of));
const trim = () => runJob(world, "trading.trimSignals");

async function iterate(id: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    await trigger(id, OPEN);
    await trigger(id, CLOSE);
  }
}

/** As if everything of a signal were this much older. */
async function age(id: string, days: number): Promise<void> {
  const values = [Number(id), days * DAY_MS];
  const older = (name: string, text: string) => db.execute({ name: `test.age ${name}`, text, values });
  await older(
    "iterations",
    "update trading.signal_iterations set opened_ms = opened_ms - $2::bigint, closed_ms = closed_ms - $2::bigint where signal_id = $1",
  );
  await older(
    "acts",
    `update trading.signal_acts set ended_ms = ended_ms - $2::bigint, due_ms = due_ms - $2::bigint
      where iteration_id in (select id from trading.signal_iterations where signal_id = $1)`,
  );
  await older("resets", "update trading.signal_resets set at_ms = at_ms - $2::bigint where signal_id = $1");
  await older("signals", "update trading.signals set deleted_ms = deleted_ms - $2::bigint where id = $1");
  await older(
    "hooks",
    "update trading.signal_hooks set revoked_at = revoked_at - $2::bigint * interval '1 millisecond' where signal_id = $1",
  );
}

const countOf = async (table: string, id: string): Promise<number> => {
  const [row] = await db.query<{ rows: number }>({
    name: `test.countOf ${table}`,
    text: `select count(*) as rows from trading.${table} where signal_id = $1`,
    values: [Number(id)],
  });
  return row?.rows ?? 0;
};

const actsOf = (id: string) =>
  db.query<{ kind: string; state: string; number: number }>({
    name: "test.actsOfIterations",
    text: `select a.kind, a.state, i.number from trading.signal_acts a join trading.signal_iterations i on i.id = a.iteration_id
      where i.signal_id = $1 order by a.id`,
    values: [Number(id)],
  });

/** Acts of a strategy that is not there: each ends as `skipped`. */
async function follow(id: string): Promise<void> {
  await follower.done("subscription-manage", { id, action: "subscribe" });
  await db.execute({
    name: "test.followWith",
    text: "update trading.signal_subscriptions set opening = '{999999999}' where signal_id = $1",
    values: [Number(id)],
  });
}

describe("results", () => {
  test("do not change, however old the iterations are", async () => {
    const id = await publish(world, author);
    await iterate(id, 3);
    await priceAll(world, id, ["100", "110", "100", "120", "100", "90"]);
    await age(id, 2 * DAYS);
    const shown = async () => JSON.stringify(await author.done("signals-feed", { id, more: true }));
    const before = await shown();
    await trim();
    expect(await shown()).toBe(before);
  });

  test("do not change when iterations of before a reset are taken away", async () => {
    const id = await publish(world, author);
    await iterate(id, 2);
    await author.done("signal-reset", { id });
    await age(id, DAYS + 1);
    await iterate(id, 2);
    await author.done("signal-reset", { id });
    await iterate(id, 1);
    const shown = async () => (await author.done("signals-feed", { id, more: true })).signals[0];
    const { iteration_children: all, ...before } = await shown();
    expect(all.map(({ iteration, reset }: Record<string, string>) => [iteration, reset])).toEqual([
      ["5", "false"],
      ["4", "true"],
      ["3", "true"],
      ["2", "true"],
      ["1", "true"],
    ]);
    await trim();
    const { iteration_children: left, ...after } = await shown();
    expect(after).toEqual(before);
    // Those of the second reset are not old.
    expect(left).toEqual(all.slice(0, 3));
    await iterate(id, 1);
    expect((await shown()).c_iteration).toBe("6");
  });
});

describe("acts", () => {
  test("go once their iteration was closed long ago, and the last one of a subscription stays", async () => {
    const id = await publish(world, author);
    await follow(id);
    await iterate(id, 2);
    await runJob(world, "trading.actOnSignals");
    await age(id, DAYS + 1);
    await iterate(id, 1);
    await runJob(world, "trading.actOnSignals");
    const all = await actsOf(id);
    expect(new Set(all.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
    await trim();
    expect(await actsOf(id)).toEqual(all.filter(({ number }) => number === 3));
    await age(id, DAYS + 1);
    await trim();
    expect(await actsOf(id)).toHaveLength(1);
    // Its last act is still shown.
    const { subscription } = await follower.done("subscription-manage", { id, action: "pause" });
    expect(subscription.last_act).toContain("999999999");
  });

  test("of an iteration that is open, or of which something is still to be done, stay", async () => {
    const id = await publish(world, author);
    await follow(id);
    await trigger(id, OPEN);
    await runJob(world, "trading.actOnSignals");
    await age(id, DAYS + 1);
    const started = await actsOf(id);
    await trim();
    expect(await actsOf(id)).toEqual(started);
    await trigger(id, CLOSE);
    await age(id, DAYS + 1);
    const waiting = await actsOf(id);
    expect(waiting.some(({ state }) => state === "pending")).toBe(true);
    await trim();
    expect(await actsOf(id)).toEqual(waiting);
  });
});

describe("a signal that was deleted", () => {
  test("is gone with all that belongs to it when it was long ago, and stays before", async () => {
    const id = await publish(world, author);
    await follow(id);
    await iterate(id, 1);
    await runJob(world, "trading.actOnSignals");
    await author.done("signal-reset", { id });
    const { url } = await author.done("hooks/create", { id, maximum_amount: "1000" });
    expect(url).toContain("/marketplace/hooks/in/");
    await author.done("signal-delete", { id });
    const tables = ["signal_iterations", "signal_resets", "signal_subscriptions", "signal_hooks"];
    const rows = () => Promise.all(tables.map((table) => countOf(table, id)));
    await trim();
    expect(await rows()).toEqual([1, 1, 1, 1]);
    await age(id, DAYS + 1);
    await trim();
    expect(await rows()).toEqual([0, 0, 0, 0]);
    expect(await actsOf(id)).toEqual([]);
    expect(
      await db.query({ name: "test.signal", text: "select from trading.signals where id = $1", values: [Number(id)] }),
    ).toEqual([]);
  });
});

test("a second run finds nothing, and each step takes a batch", async () => {
  const before = Math.floor(toMillis(clock.now())) - DAYS * DAY_MS;
  await trim();
  expect(await signalTrim(db).trim(before)).toBe(0);
});
