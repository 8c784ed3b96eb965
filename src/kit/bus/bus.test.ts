import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Redis } from "ioredis";
import { hasRedis, startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { createLog } from "../log/log.ts";
import type { Bus } from "./bus.ts";
import { inProcessBus } from "./in-process-bus.ts";
import { closeRedis, openRedis, requireRedisDatabase } from "./redis.ts";
import { redisBus } from "./redis-bus.ts";
import { silentRelay } from "../../../test/support/silent-relay.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

function keptLines() {
  const lines: string[] = [];
  return { lines, log: createLog({ level: "info", format: "json", stream: { write: (line) => lines.push(line) } }) };
}

/** The promises of every bus. `open` answers two nodes' views of one bus (the same one, in one process). */
function contract(open: () => Promise<{ here: Bus; there: Bus; lines: string[] }>): void {
  /** A listener that keeps its messages, but for the probes of `connected`, of which one may come late. */
  const keeper =
    (heard: string[], name = "") =>
    (message: string) => {
      if (message !== "probe") heard.push(name + message);
    };

  /** Waits until `from`'s messages arrive at `to`, which is a moment after `subscribe`. */
  async function connected(from: Bus, to: Bus, topic: string): Promise<void> {
    let arrived = false;
    const stop = to.subscribe(topic, () => (arrived = true));
    await waitUntil(async () => {
      await from.publish(topic, "probe");
      expect(arrived).toBe(true);
    });
    stop();
  }

  test("a message reaches every listener of its topic, in order, and no other", async () => {
    const { here, there } = await open();
    const heard: string[] = [];
    there.subscribe("a", keeper(heard, "1 "));
    there.subscribe("a", keeper(heard, "2 "));
    there.subscribe("b", keeper(heard, "b "));
    await connected(here, there, "a");
    await here.publish("a", "x");
    await here.publish("a", "ü\n");
    await waitUntil(() => expect(heard).toEqual(["1 x", "2 x", "1 ü\n", "2 ü\n"]));
  });

  test("a listener hears nothing after it has gone, and others still do", async () => {
    const { here, there } = await open();
    const heard: string[] = [];
    const stop = there.subscribe("a", keeper(heard, "gone "));
    there.subscribe("a", keeper(heard));
    await connected(here, there, "a");
    stop();
    stop();
    await here.publish("a", "x");
    await waitUntil(() => expect(heard).toEqual(["x"]));
  });

  test("a topic can be left and joined again", async () => {
    const { here, there } = await open();
    await connected(here, there, "a");
    await expect(connected(here, there, "a")).resolves.toBeUndefined();
  });

  test("handlers run after publish, and one that throws is logged and does no harm", async () => {
    const { here, there, lines } = await open();
    const heard: string[] = [];
    there.subscribe("a", () => {
      throw new Error("bad listener");
    });
    there.subscribe("a", keeper(heard));
    await connected(here, there, "a");
    void here.publish("a", "x");
    expect(heard).toEqual([]);
    await waitUntil(() => expect(heard).toEqual(["x"]));
    expect(lines.join("")).toContain("bad listener");
  });

  test("a closed bus delivers nothing and takes everything", async () => {
    const { here, there } = await open();
    const heard: string[] = [];
    there.subscribe("a", keeper(heard));
    await connected(here, there, "a");
    await there.close();
    await there.close();
    await here.publish("a", "x");
    await there.publish("a", "y");
    await setImmediate();
    expect(heard).toEqual([]);
  });

  test("topics and messages have limits", async () => {
    const { here } = await open();
    expect(() => here.subscribe("a b", () => undefined)).toThrow(/a topic is/);
    await expect((async () => here.publish("a", "x".repeat(65_537)))()).rejects.toThrow(/at most 65,536 bytes/);
    await here.publish("a", "x".repeat(65_536));
  });
}

describe("in one process", () => {
  contract(async () => {
    const { lines, log } = keptLines();
    const bus = inProcessBus(log);
    return { here: bus, there: bus, lines };
  });
});

describe.skipIf(!hasRedis)("over Redis", () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  async function open() {
    const { lines, log } = keptLines();
    const nodes = await Promise.all(
      [0, 1].map(async () => {
        const redis = openRedis(server.url, log);
        await once(redis, "ready");
        const bus = redisBus(redis, log);
        onTestFinished(async () => {
          await bus.close();
          closeRedis(redis);
        });
        return bus;
      }),
    );
    return { here: nodes[0] as Bus, there: nodes[1] as Bus, lines };
  }

  contract(open);

  test("after an outage the subscriptions are there again, and it was logged once for each connection", async () => {
    const { here, there, lines } = await open();
    const heard: string[] = [];
    there.subscribe("a", (message) => heard.push(message));
    await waitUntil(async () => {
      await here.publish("a", "before");
      expect(heard).toContain("before");
    });
    await server.pause();
    await waitUntil(() => expect(lines.filter((line) => line.includes("cannot be reached"))).toHaveLength(4));
    await here.publish("a", "lost");
    await server.resume();
    await waitUntil(async () => {
      await here.publish("a", "after");
      expect(heard).toContain("after");
    });
    expect(heard).not.toContain("lost");
    await waitUntil(() => expect(lines.filter((line) => line.includes("is back"))).toHaveLength(4));
    expect(lines.filter((line) => line.includes("cannot be reached"))).toHaveLength(4);
  });

  test("a connection that falls silent is replaced, whether it listens or publishes", async () => {
    const relay = await silentRelay({ port: Number(new URL(server.url).port) });
    const { log } = keptLines();
    const redis = openRedis(`redis://127.0.0.1:${relay.port}`, log, 300);
    await once(redis, "ready");
    const bus = redisBus(redis, log, 100);
    onTestFinished(async () => {
      await bus.close();
      closeRedis(redis);
    });
    const { here: other } = await open();
    const heard: string[] = [];
    bus.subscribe("a", (message) => heard.push(message));
    other.subscribe("b", (message) => heard.push(message));
    const reaches = (from: Bus, topic: string, message: string) =>
      waitUntil(async () => {
        await from.publish(topic, message);
        expect(heard).toContain(message);
      });
    await reaches(other, "a", "heard before");
    await reaches(bus, "b", "said before");
    relay.fallSilent();
    await reaches(other, "a", "heard after");
    await reaches(bus, "b", "said after");
  });

  test("a topic that Redis refuses is asked for until it is allowed", async () => {
    const admin = new Redis(server.url);
    onTestFinished(() => closeRedis(admin));
    await admin.acl("SETUSER", "deaf", "on", "nopass", "~*", "+@all", "resetchannels");
    const { lines, log } = keptLines();
    const redis = openRedis(server.url.replace("redis://", "redis://deaf:any@"), log);
    const bus = redisBus(redis, log, 100);
    onTestFinished(async () => {
      await bus.close();
      closeRedis(redis);
    });
    const heard: string[] = [];
    bus.subscribe("a", (message) => heard.push(message));
    const said = (text: string) => lines.filter((line) => line.includes(text));
    await waitUntil(() => expect(said("could not be changed")).toHaveLength(1));
    await admin.acl("SETUSER", "deaf", "allchannels");
    const { here } = await open();
    await waitUntil(async () => {
      await here.publish("a", "allowed");
      expect(heard).toContain("allowed");
    });
    expect(said("could not be changed")).toHaveLength(1);
    expect(said("was refused before")).toHaveLength(1);
  });

  test("a database that the server does not have is asked for again, and never another one used", async () => {
    const { lines, log } = keptLines();
    const redis = openRedis(`${server.url}/99`, log);
    onTestFinished(() => closeRedis(redis));
    let [tries, wasReady] = [0, false];
    redis.on("reconnecting", () => tries++);
    redis.on("ready", () => (wasReady = true));
    await waitUntil(() => expect(tries).toBe(3));
    expect(wasReady).toBe(false);
    expect(lines.filter((line) => line.includes("DB index is out of range"))).toHaveLength(1);
  });

  test("a start goes on without a server that is away, and not without the database that it names", async () => {
    await expect(requireRedisDatabase(`${server.url}/99`)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ refuses Tripod: it has no database of this number \(ERR\)\. Mend that, or TRIPOD_REDIS_URL\.$/,
    );
    await requireRedisDatabase(`${server.url}/3`);
    await requireRedisDatabase(server.url);
    await requireRedisDatabase(`${server.url.replace("redis://", "redis://someone:hunter2@")}/99`);
    await requireRedisDatabase("redis://127.0.0.1:1/99");
  });

  test("an invalid address is refused without being shown", () => {
    const { log } = keptLines();
    expect(() => openRedis("http://:hunter2@x", log)).toThrow(/must be redis:/);
    expect(() => openRedis("hunter2", log)).not.toThrow(/hunter2/);
  });
});
