/** Questions between two processes that share only PostgreSQL. */
import { afterEach, describe, expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { silentLog, type Log } from "../log/log.ts";
import { systemClock, type Clock } from "../time/clock.ts";
import { untilAborted } from "../time/until-aborted.ts";
import { Answerer } from "./answerer.ts";
import { Asker } from "./asker.ts";
import { questionStore } from "./sql/question-store.ts";

const { db } = await testDatabase({ rooms: ["kit"] });
await db.execute({
  name: "test.questions",
  text: `create unlogged table kit.questions (
    id bigint generated always as identity primary key, process text not null, question jsonb not null,
    expires_at timestamptz not null, taken_at timestamptz, answer jsonb, asked_at timestamptz not null default clock_timestamp())`,
});

const questions = questionStore<string, string>(db, { name: "kit.questions", to: "process" });
const topics = { asked: "test.asked", answered: "test.answered" };
const opened: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = [];
const PATIENT = { withinMs: 600_000, answerMs: 600_000 };

afterEach(async () => {
  for (const each of opened.splice(0)) await (each.close?.() ?? each.stop?.());
});

function openAsker(clock: Clock = systemClock(), log: Pick<Log, "warn"> = silentLog(), store = questions) {
  const asker = new Asker<string, string>({ questions: store, topics, clock, log });
  opened.push(asker);
  return asker;
}

function openAnswerer(to: string, answer: (question: string, signal: AbortSignal) => Promise<string>) {
  const parts = { questions, topics, clock: systemClock(), log: silentLog(), lookMs: 20, to: () => to, answer };
  const answerer = new Answerer<string, string>(parts);
  opened.push(answerer);
  return answerer;
}

const countRows = async () =>
  (await db.query<{ n: number }>({ name: "test.countQuestions", text: "select count(*) as n from kit.questions" }))[0]
    ?.n;

describe("a question", () => {
  test("is answered by the process that it is for, and leaves nothing behind", async () => {
    openAnswerer("one", (question) => Promise.resolve(`one: ${question}`));
    openAnswerer("other", (question) => Promise.resolve(`other: ${question}`));
    const asker = openAsker();
    const asked = await Promise.all(["one", "other", "one"].map((to, at) => asker.ask(to, `${at}`, PATIENT)));
    expect(asked).toEqual(["one: 0", "other: 1", "one: 2"].map((answer) => ({ kind: "answered", answer })));
    expect(await countRows()).toBe(0);
  });

  test("is given to one process, though several take it for theirs", async () => {
    const id = await questions.ask("both", "?", 60_000);
    const taken = await Promise.all([1, 2, 3].map(() => questions.take("both", 10)));
    expect(taken.flat()).toEqual([{ id, question: "?" }]);
    await questions.withdraw(id);
  });

  test("that no process takes in time is withdrawn, and nothing was done", async () => {
    const clock = manualClock();
    const asked = openAsker(clock).ask("nobody", "?", { withinMs: 1_000, answerMs: 1_000 });
    await waitUntil(async () => {
      await clock.advance(500);
      expect(await Promise.race([asked, Promise.resolve("waiting")])).toEqual({ kind: "not_taken" });
    });
    expect(await countRows()).toBe(0);
  });

  test("is not handed out after its time", async () => {
    const id = await questions.ask("late", "?", -1);
    expect(await questions.take("late", 10)).toEqual([]);
    expect(await questions.withdraw(id)).toBe("not_taken");
  });

  test("that was taken and not answered in time is said to be so", async () => {
    const clock = manualClock();
    const asked = openAsker(clock).ask("dead", "?", { withinMs: 600_000, answerMs: 1_000 });
    const [taken] = await waitUntil(async () => {
      const found = await questions.take("dead", 10);
      expect(found).toHaveLength(1);
      return found;
    });
    await waitUntil(async () => {
      await clock.advance(200_000);
      expect(await Promise.race([asked, Promise.resolve("waiting")])).toEqual({ kind: "taken" });
    });
    expect(await countRows()).toBe(0);
    // A late answer is dropped.
    await questions.answer(taken?.id ?? 0, "late");
    expect(await countRows()).toBe(0);
  });

  test("is withdrawn when its answer is not needed any more, and when its process ends", async () => {
    const asker = openAsker();
    const given = new AbortController();
    const [first, second] = [
      asker.ask("nobody", "1", { ...PATIENT, signal: given.signal }),
      asker.ask("nobody", "2", PATIENT),
    ];
    await waitUntil(async () => expect(await countRows()).toBe(2));
    given.abort();
    expect(await first).toEqual({ kind: "not_taken" });
    expect(await countRows()).toBe(1);
    await asker.close();
    expect(await second).toEqual({ kind: "not_taken" });
    expect(await asker.ask("nobody", "3", PATIENT)).toEqual({ kind: "not_taken" });
    expect(await countRows()).toBe(0);
  });

  test("whose process died is removed after a minute", async () => {
    const old = await questions.ask("dead", "old", 1);
    const fresh = await questions.ask("dead", "fresh", 1);
    await db.execute({
      name: "test.ageQuestion",
      text: "update kit.questions set asked_at = asked_at - interval '61 seconds' where id = $1",
      values: [old],
    });
    openAnswerer("nobody", () => Promise.resolve(""));
    await waitUntil(async () => expect(await countRows()).toBe(1));
    expect(await questions.withdraw(fresh)).toBe("not_taken");
  });
});

test("a process that stops to answer takes nothing more, and answers what it has taken", async () => {
  const answerer = openAnswerer("ends", async (_question, signal) => {
    await untilAborted(signal);
    return "ended";
  });
  const asker = openAsker();
  const asked = asker.ask("ends", "?", PATIENT);
  await waitUntil(async () => {
    const [row] = await db.query<{ taken: boolean }>({
      name: "test.isTaken",
      text: "select taken_at is not null as taken from kit.questions",
    });
    expect(row).toEqual({ taken: true });
  });
  await answerer.stop();
  expect(await asked).toEqual({ kind: "answered", answer: "ended" });
  const id = await questions.ask("ends", "?", 60_000);
  expect(await questions.withdraw(id)).toBe("not_taken");
});

test("a database that is away for a moment costs a line in the log", async () => {
  const log = keptLog();
  let isAway = true;
  const store: typeof questions = {
    ...questions,
    collect: (ids) => (isAway ? Promise.reject(new Error("away")) : questions.collect(ids)),
  };
  openAnswerer("one", (question) => Promise.resolve(question));
  const asked = openAsker(systemClock(), log, store).ask("one", "?", PATIENT);
  await waitUntil(() => expect(log.entries.map(({ message }) => message).join("")).toContain("could not be read"));
  isAway = false;
  expect(await asked).toEqual({ kind: "answered", answer: "?" });
});
