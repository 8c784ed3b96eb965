import { EventEmitter } from "node:events";
import { Type } from "typebox";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { relayTo } from "../../../test/support/silent-relay.ts";
import { connectOnce } from "../sql/connection.ts";
import { watchAbandoned } from "./abandoned.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { systemClock } from "../time/clock.ts";
import { plusMillis } from "../time/instant.ts";
import { enqueue } from "./enqueue.ts";
import { job } from "./job.ts";
import { jobRunner, migrateJobs, type JobRunnerOptions } from "./job-runner.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const { db, connection } = await testDatabase({ rooms: [] });
beforeAll(() => migrateJobs(connection));

/** A job of its own for each test, which notes its runs, and waits for `release` when it is asked to. */
function probe(name: string) {
  const ran: string[] = [];
  const value = job({
    name,
    about: "Notes that it ran.",
    input: Type.Object({ word: Type.String() }),
    retry: { maxAttempts: 3 },
    timeoutMs: PATIENCE_MS,
    async run(_deps: undefined, { word }, { attempt, signal }) {
      ran.push(`${word} ${attempt}`);
      if (word === "fails") throw new Error("postgres://me:hunter2@db is away");
      if (word !== "waits") return;
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    },
  });
  return { job: value, ran };
}

async function started(given: ReturnType<typeof probe>, options: Partial<JobRunnerOptions> = {}) {
  const log = keptLog();
  const runner = jobRunner({
    connection,
    jobs: [{ job: given.job, deps: undefined }],
    log,
    pollMs: 50,
    abandonedCheckMs: 300,
    stopWaitMs: 100,
    ...options,
  });
  await runner.start();
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await runner.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { log, stop };
}

const run = (text: string, values: unknown[] = []) =>
  db.query({ name: `test.${text.length}.${text.slice(0, 40)}`, text, values });

const ENDS_ITS_CONNECTIONS =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ''";

/** The locks of runners. */
const LOCKS = `select pid from pg_locks where locktype = 'advisory' and granted and classid = x'6a6f6273'::int
  and database = (select oid from pg_database where datname = current_database())`;

/** Makes a job look as if the process `runner` were running it for the first time. */
async function takenBy(runner: string, given: ReturnType<typeof probe>, word: string): Promise<void> {
  const later = plusMillis(systemClock().now(), 3_600_000);
  await enqueue(db, given.job, { word }, { runAt: later, key: word });
  await run(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), run_at = now(), attempts = 1 where key = $2`,
    [runner, word],
  );
}

describe("jobs of processes that died", () => {
  test("are run again by another, and those of living ones are not", async () => {
    const given = probe("life.abandoned");
    const other = await started(given, { concurrency: 1 });
    await enqueue(db, given.job, { word: "waits" });
    await expect.poll(() => given.ran).toContain("waits 1");
    // The first runner is busy; only a second one can run what is given back.
    const { log } = await started(given);
    await takenBy("pool-dead", given, "orphan");
    await expect.poll(() => given.ran).toContain("orphan 2");
    await takenBy("pool-dead-too", given, "second");
    await expect.poll(() => given.ran).toContain("second 2");
    expect(given.ran.filter((each) => each.startsWith("waits"))).toEqual(["waits 1"]);
    const freed = [...log.entries, ...other.log.entries].filter(({ message }) => message.includes("that ran it died"));
    expect(freed.map(({ fields }) => fields["job"])).toContain("life.abandoned");
  });
});

describe("a job that a runner has taken without learning of it", () => {
  test("is given back by the runner itself, with its attempt, and those that it runs are not", async () => {
    const given = probe("life.lost");
    const { log } = await started(given);
    await enqueue(db, given.job, { word: "waits" });
    await expect.poll(() => given.ran).toContain("waits 1");
    const [busy] = await run(
      "select locked_by as runner from graphile_worker.jobs where task_identifier = 'life.lost'",
    );
    await takenBy((busy as { runner: string }).runner, given, "lost");
    await expect.poll(() => given.ran).toContain("lost 1");
    expect(given.ran).toEqual(["waits 1", "lost 1"]);
    expect(log.entries.filter(({ message }) => message.includes("is given back"))).toHaveLength(1);
  });
});

describe("a runner", () => {
  test("that stops gives back the job that it runs and leaves no connection", async () => {
    const given = probe("life.stop");
    const { stop } = await started(given);
    await enqueue(db, given.job, { word: "waits" });
    await expect.poll(() => given.ran).toContain("waits 1");
    await stop();
    const [row] = await run("select locked_by from graphile_worker.jobs where task_identifier = 'life.stop'");
    expect(row).toEqual({ locked_by: null });
    const others = "select from pg_stat_activity where datname = current_database() and application_name = ''";
    await expect.poll(() => run(others)).toHaveLength(0);
  });

  test("that lost its connections goes on", async () => {
    const given = probe("life.connections");
    await started(given);
    await run(ENDS_ITS_CONNECTIONS);
    await enqueue(db, given.job, { word: "after" });
    await expect.poll(() => given.ran).toContain("after 1");
  });

  test("that ended unexpectedly is restarted, and that is logged", async () => {
    const given = probe("life.restart");
    const { log } = await started(given);
    // The announcement of a newer version of the queue's own tables is the one way to end a runner from outside.
    await expect
      .poll(async () => {
        await run(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')::text`);
        return log.entries.map(({ message }) => message);
      })
      .toContain("the job runner stopped and will be started again");
    process.exitCode = undefined;
    await enqueue(db, given.job, { word: "after" });
    await expect.poll(() => given.ran).toContain("after 1");
  });

  test("keeps what the queue prints past its log off the console", async () => {
    const printed = vi.fn<() => void>();
    console.trace = printed;
    await started(probe("life.print"));
    console.trace(new Error("connect ECONNREFUSED"));
    expect(printed).not.toHaveBeenCalled();
  });

  test("knows its schedules, and refuses an unknown one", async () => {
    const given = probe("life.schedule");
    const schedule = { job: given.job, pattern: "0 3 * * *", input: { word: "nightly" } };
    await started(given, { schedules: [schedule] });
    const known = "select identifier from graphile_worker._private_known_crontabs";
    await expect.poll(() => run(known)).toEqual([{ identifier: "life.schedule 0 3 * * *" }]);
    // The input of a scheduled job says when it was due.
    await run(`select graphile_worker.add_job('life.schedule', '{"word": "nightly", "_cron": {"ts": "x"}}')::text`);
    await expect.poll(() => given.ran).toContain("nightly 1");
    await expect(started(given, { schedules: [{ ...schedule, pattern: "at night" }] })).rejects.toThrow(/at night/);
  });

  test("counts its jobs, and says of a failure when it will try again, without secrets in the queue", async () => {
    const given = probe("life.count");
    const metrics = createMetrics({ process: false });
    const { log } = await started(given, { metrics });
    await enqueue(db, given.job, { word: "works" });
    await enqueue(db, given.job, { word: "fails" });
    await enqueue(db, given.job, { word: "fails" }, { maxAttempts: 1 });
    await expect.poll(() => metrics.text()).toContain('tripod_jobs_total{job_name="life.count",outcome="given_up"} 1');
    await expect.poll(() => metrics.text()).toContain('tripod_jobs_total{job_name="life.count",outcome="failed"} 1');
    await expect.poll(() => metrics.text()).toContain('tripod_jobs_total{job_name="life.count",outcome="done"} 1');
    expect(await metrics.text()).toContain('tripod_job_duration_seconds_count{job_name="life.count"} 3');
    const again = log.entries.find(({ level }) => level === "warn");
    expect(again?.fields).toMatchObject({ job: "life.count", attempt: 1, maxAttempts: 3, againInSeconds: 3 });
    const errors = "select last_error from graphile_worker.jobs where task_identifier = 'life.count'";
    const masked = { last_error: "postgres://me:[hidden]@db is away" };
    await expect.poll(() => run(errors)).toEqual([masked, masked]);
  });
});

describe("the lock of a runner", () => {
  test("is taken at the next look where it could not be taken at once", async () => {
    const session = await connectOnce(connection, "test");
    onTestFinished(() => session.end());
    const asked: string[] = [];
    const query = session.query.bind(session) as (...given: unknown[]) => unknown;
    const refusingOnce = (text: string, values: unknown[]): unknown => {
      asked.push(text);
      return asked.length === 1 ? Promise.reject(new Error("canceling statement")) : query(text, values);
    };
    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    const events: EventEmitter = new EventEmitter();
    const log = keptLog();
    watchAbandoned({ events, clock: systemClock(), log, everyMs: 300, signal: ended.signal });
    const client = Object.assign(session, { query: refusingOnce });
    events.emit("pool:listen:success", { client, workerPool: { id: "pool-test" } });
    await expect.poll(() => run(LOCKS)).toHaveLength(1);
    expect(log.entries.map(({ message }) => message)).toEqual([
      "the job runner could not take its lock; it tries again",
    ]);
  });
});

describe("a connection that dies without a word", () => {
  test("keeps the runner neither from jobs nor from its lock", async () => {
    const { relay, connection: relayed } = await relayTo(connection);
    const given = probe("life.silent");
    const { log } = await started(given, { connection: relayed, silenceMs: 1_000 });
    await enqueue(db, given.job, { word: "before" });
    await expect.poll(() => given.ran).toContain("before 1");
    await expect.poll(() => run(LOCKS)).toHaveLength(1);

    relay.fallSilent();
    await enqueue(db, given.job, { word: "after" });
    await expect.poll(() => given.ran).toContain("after 1");
    // The server does not know of the silence, so it has the former session still.
    await expect.poll(() => run(LOCKS)).toHaveLength(2);
    expect(log.entries.map(({ message }) => message)).not.toContain("the job runner stopped and will be started again");
  });

  test("ends the start that it was opened for, so that the next one comes", async () => {
    const { relay, connection: relayed } = await relayTo(connection);
    relay.muteNext(1);
    const given = probe("life.silentStart");
    await expect(started(given, { connection: relayed, silenceMs: 1_000 })).rejects.toThrow(/timeout/);
    await started(given, { connection: relayed, silenceMs: 1_000 });
    await enqueue(db, given.job, { word: "runs" });
    await expect.poll(() => given.ran).toContain("runs 1");
  });
});
