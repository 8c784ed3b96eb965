/** Competitions through their endpoints and their job, on PostgreSQL. */
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import { outputCheck } from "../../kit/endpoint/output-check.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import { createCompetition } from "./endpoints/create-competition.ts";
import { editCompetition } from "./endpoints/edit-competition.ts";
import { joinCompetition } from "./endpoints/join-competition.ts";
import { leaveCompetition } from "./endpoints/leave-competition.ts";
import { listCompetitions } from "./endpoints/list-competitions.ts";
import { rankCompetitions } from "./jobs/rank-competitions.ts";
import type { CompetitionScores, ScoreAsk } from "./scores.ts";
import { competitionStore } from "./sql/competition-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock();
const store = competitionStore(db);
const deps = { clock, competitions: store };
const rest = { requestId: "r", signal: new AbortController().signal };
const HOUR = 3_600;
const nobody: CompetitionScores = { scores: () => Promise.resolve(new Map()) };

const create = (params: object = {}) =>
  call(createCompetition, admin, {
    title: "A week of trades",
    description: "Who earns the most in a week?",
    prize: "500",
    currency: "USD",
    metric: "net_pnl",
    starts_at: now() + HOUR,
    ends_at: now() + 3 * HOUR,
    late_join: true,
    leave_after_start: false,
    ...params,
  });
const join = (actor: Caller, id: string) => call(joinCompetition, actor, { id });
const leave = (actor: Caller, id: string) => call(leaveCompetition, actor, { id });
const seen = async (actor: Caller, id: string) => {
  const all = await call(listCompetitions, actor, {});
  return all.find((each: { id: string }) => each.id === id);
};
const rank = (scores: CompetitionScores) =>
  runJobTwice(rankCompetitions, { competitions: store, competitionScores: scores, clock }, {});
const admin = await newCaller();

describe("a competition", () => {
  test("is seen by everybody, joined, and left before it starts", async () => {
    const [actor, other] = [await newCaller(), await newCaller()];
    const made = await create();
    expect(made.competition).toMatchObject({ state: "upcoming", prize: "500.00000000", currency: "USD" });
    expect(await join(actor, made.id)).toMatchObject({ status: true, competition: { id: made.id, enrolled: true } });
    await join(actor, made.id);
    expect(await seen(actor, made.id)).toMatchObject({ participants: 1, enrolled: true, rank: null, leaderboard: [] });
    expect(await seen(other, made.id)).toMatchObject({ participants: 1, enrolled: false, rank: null });
    expect(await leave(actor, made.id)).toMatchObject({ competition: { enrolled: false } });
    await leave(actor, made.id);
    expect(await seen(actor, made.id)).toMatchObject({ participants: 0, enrolled: false });
    const trail = await db.query<{ action: string }>({
      name: "test.trail",
      text: "select action from trading.audit where user_id = $1 order by id",
      values: [actor.uid],
    });
    expect(trail.map(({ action }) => action)).toEqual(["competition.join", "competition.leave"]);
  });

  test("that runs cannot be left unless it allows that, and one that is over cannot be joined", async () => {
    const actor = await newCaller();
    const [strict, lenient] = [await create({ late_join: false }), await create({ leave_after_start: true })];
    for (const { id } of [strict, lenient]) await join(actor, id);
    await clock.advance(HOUR * 1000);
    expect(await seen(actor, strict.id)).toMatchObject({ state: "running" });
    expect(await refusal(leave(actor, strict.id))).toMatchObject({ status: 422 });
    expect(await seen(actor, strict.id)).toMatchObject({ enrolled: true });
    expect(await leave(actor, lenient.id)).toMatchObject({ competition: { enrolled: false } });
    expect(await refusal(join(await newCaller(), strict.id))).toMatchObject({ status: 422 });
    expect(await join(actor, lenient.id)).toMatchObject({ competition: { enrolled: true } });
    await clock.advance(2 * HOUR * 1000);
    for (const work of [join, leave]) expect(await refusal(work(actor, lenient.id))).toMatchObject({ status: 422 });
    expect(await seen(actor, strict.id)).toMatchObject({ state: "finished" });
  });

  test("that is not there is neither joined nor left", async () => {
    for (const work of [join, leave]) expect(await refusal(work(admin, "987654321"))).toMatchObject({ status: 404 });
  });

  test("is shown for 90 days after its end", async () => {
    const { id } = await create();
    await clock.advance((3 * HOUR + 90 * 24 * HOUR) * 1000 - 1);
    expect(await seen(admin, id)).toMatchObject({ state: "finished" });
    await clock.advance(1);
    expect(await seen(admin, id)).toBeUndefined();
  });

  test("is changed freely before it starts, and refused what people rely on after", async () => {
    const made = await create();
    const { competition } = made;
    const terms = { ...competition, prize: "600", late_join: true, leave_after_start: false };
    expect(await call(editCompetition, admin, terms)).toMatchObject({ competition: { prize: "600.00000000" } });
    await clock.advance(HOUR * 1000);
    const error = await refusal(call(editCompetition, admin, { ...terms, prize: "1" }));
    expect(error).toMatchObject({ code: "2300", status: 422 });
    expect(await seen(admin, made.id)).toMatchObject({ prize: "600.00000000" });
    expect(await refusal(call(editCompetition, admin, { ...terms, id: "987654321" }))).toMatchObject({ status: 404 });
  });

  test("that cannot take place is not announced", async () => {
    expect(await refusal(create({ ends_at: now() }))).toMatchObject({ code: "2300", status: 422 });
  });
});

describe("a ranking", () => {
  test("puts the best first, shares ranks, and masks names", async () => {
    const [best, shared, alsoShared, last, unknown] = await newCallers(5);
    const { id } = await create();
    for (const actor of [last, best, shared, alsoShared, unknown]) if (actor) await join(actor, id);
    await clock.advance(HOUR * 1000);
    const results = new Map([
      [best?.uid ?? 0, 5_000_000_000n],
      [shared?.uid ?? 0, 100n],
      [alsoShared?.uid ?? 0, 100n],
      [last?.uid ?? 0, -250_000_000n],
    ]);
    await rank({ scores: async () => results });
    const ranks = [];
    for (const actor of [best, shared, alsoShared, last, unknown]) ranks.push(actor && (await seen(actor, id)).rank);
    expect(ranks).toEqual([1, 2, 2, 4, null]);
    const { leaderboard, participants } = await seen(admin, id);
    expect(participants).toBe(5);
    expect(leaderboard.map((each: { value: string }) => each.value)).toEqual([
      "50.00000000",
      "0.00000100",
      "0.00000100",
      "-2.50000000",
    ]);
    expect(leaderboard[0].username_masked).toMatch(/^us\*\*\*\d$/);
  });

  test("shows admins alone whose results the best are: a prize is paid to an account", async () => {
    const [winner, other] = await newCallers(2);
    const { id } = await create();
    if (winner) await join(winner, id);
    await clock.advance(HOUR * 1000);
    await rank({ scores: async () => new Map([[winner?.uid ?? 0, 100n]]) });
    const boss = { ...admin, role: "admin" as const };
    expect((await seen(boss, id)).leaderboard).toMatchObject([{ rank: 1, uid: String(winner?.uid) }]);
    for (const each of [winner, other]) expect(each && (await seen(each, id)).leaderboard[0]).not.toHaveProperty("uid");
  });

  test("without results has no ranks, and removes earlier ones", async () => {
    const actor = await newCaller();
    const { id } = await create();
    await join(actor, id);
    await clock.advance(HOUR * 1000);
    await rank(nobody);
    expect(await seen(actor, id)).toMatchObject({ rank: null, leaderboard: [] });
    await rank({ scores: async () => new Map([[actor.uid, 1n]]) });
    expect(await seen(actor, id)).toMatchObject({ rank: 1 });
    await rank(nobody);
    expect(await seen(actor, id)).toMatchObject({ rank: null, leaderboard: [] });
  });

  test("is made of the competition's own time and metric, until an hour after its end, and then never", async () => {
    const actor = await newCaller();
    const { id, competition } = await create({ metric: "volume" });
    await join(actor, id);
    const asks: ScoreAsk[] = [];
    const scores = async (ask: ScoreAsk) => {
      if (ask.ownerUids.includes(actor.uid)) asks.push(ask);
      return new Map([[actor.uid, BigInt(asks.length)]]);
    };
    const once = () =>
      rankCompetitions.run(
        { competitions: store, competitionScores: { scores }, clock },
        {},
        { attempt: 1, maxAttempts: 1, signal: rest.signal },
      );
    await once();
    expect(asks).toEqual([]);
    await clock.advance(HOUR * 1000);
    await once();
    const range = { metric: "volume", from: competition.starts_at * 1e6, to: competition.ends_at * 1e6 };
    expect(asks).toEqual([{ ...range, ownerUids: [actor.uid] }]);
    await clock.advance(2 * HOUR * 1000);
    await once();
    // Fills of the last minutes are read and counted after the end.
    await clock.advance(HOUR * 1000 - 1);
    await once();
    await clock.advance(1);
    await once();
    await once();
    expect(asks).toHaveLength(4);
    expect(asks.at(-1)).toEqual({ ...range, ownerUids: [actor.uid] });
    expect((await seen(actor, id)).leaderboard).toMatchObject([{ rank: 1, value: "0.00000004" }]);
  });

  test("of more people than are asked for at once has them all, and shows ten", async () => {
    const { id } = await create();
    const entries = await db.query<{ uid: number }>({
      name: "test.joinMany",
      text: `with made as (
          insert into trading.users (username, name, email, password_hash, password_changed_at, referral_code, created_at)
          select 'many' || n, 'Many', 'many@example.test', '', now(), 'many' || n, now() from generate_series(1, 1203) n
          returning id
        )
        insert into trading.competition_entries (competition_id, owner_uid, joined_at)
        select $1, id, now() from made returning owner_uid as uid`,
      values: [id],
    });
    const uids = entries.map(({ uid }) => uid).toSorted((a, b) => a - b);
    await clock.advance(HOUR * 1000);
    await rank({ scores: async ({ ownerUids }) => new Map(ownerUids.map((uid) => [uid, BigInt(uid % 700)])) });
    const rows = await db.query<{ owner_uid: number; rank: number }>({
      name: "test.ranks",
      text: "select owner_uid, rank from trading.competition_entries where competition_id = $1 order by owner_uid",
      values: [id],
    });
    const expected = uids.map((uid) => 1 + uids.filter((other) => other % 700 > uid % 700).length);
    expect(rows.map((row) => row.rank)).toEqual(expected);
    expect((await seen(admin, id)).leaderboard).toHaveLength(10);
  });

  test("that fails for one competition is made for the others", async () => {
    const actor = await newCaller();
    const [broken, sound] = [await create({ metric: "volume" }), await create()];
    for (const { id } of [broken, sound]) await join(actor, id);
    await clock.advance(HOUR * 1000);
    const scores = async ({ metric }: ScoreAsk) => {
      if (metric === "volume") throw new Error("no volume today");
      return new Map([[actor.uid, 7n]]);
    };
    await expect(rank({ scores })).rejects.toThrow("1 competitions could not be ranked");
    expect(await seen(actor, sound.id)).toMatchObject({ rank: 1 });
    expect(await seen(actor, broken.id)).toMatchObject({ rank: null });
  });
});

function now(): number {
  return Math.floor(clock.now() / 1_000_000);
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
async function call(endpoint: AnyEndpoint, actor: Caller, params: object): Promise<any> {
  const answer: unknown = await endpoint.run(deps, { ...rest, actor, input: { params } });
  outputCheck(endpoint, endpoint.output)(answer);
  return answer;
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error("the call is refused", { cause: error });
  return error;
}

async function newCallers(count: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  while (callers.length < count) callers.push(await newCaller());
  return callers;
}

async function newCaller(): Promise<Caller> {
  const uid = await addUser(db, {});
  const credential = { kind: "key", id: "1" } as const;
  return {
    uid,
    ownerUid: uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential,
    address: "192.0.2.1",
    plan: FREE_PLAN,
  };
}
