/**
 * The bus for a program that is many processes, over Redis' publish and subscribe. Messages that are published while a
 * node is cut off from Redis never reach that node: messages are hints, and waiting for Redis would cost more than
 * they are worth.
 */
import type { Redis } from "ioredis";
import type { Log } from "../log/log.ts";
import { checkMessage, checkTopic, type Bus } from "./bus.ts";
import { Handlers } from "./handlers.ts";
import { closeRedis, openSubscriber } from "./redis.ts";

const PREFIX = "tripod:bus:";

/** A connection that only listens says nothing, so it would never learn that it is dead. */
const TEND_MS = 10_000;

/**
 * Opens a bus over `redis`, from `openRedis`; it stays the caller's, and must be closed after the bus. Redis receives
 * a subscription a moment after `subscribe` has returned.
 *
 * @param tendMs how often the listening connection is tried, and what Redis refused is asked for again
 */
export function redisBus(redis: Redis, log: Log, tendMs = TEND_MS): Bus {
  const handlers = new Handlers(log);
  const subscriber = openSubscriber(redis, log);
  /** Topics that Redis would not let us hear. The operator may mend that. */
  const refused = new Set<string>();
  let isClosed = false;

  subscriber.on("message", (channel: string, message: string) => {
    handlers.deliver(channel.slice(PREFIX.length), message);
  });
  const failed = (topic: string) => (error: unknown) => {
    if (!isClosed) log.warn({ err: error, topic }, "a subscription of the bus could not be changed");
  };
  const listen = async (topic: string): Promise<void> => {
    try {
      await subscriber.subscribe(PREFIX + topic);
      if (refused.delete(topic)) log.info({ topic }, "the bus hears a topic that was refused before");
    } catch (error) {
      if (!refused.has(topic)) failed(topic)(error);
      refused.add(topic);
    }
  };
  const tending = setInterval(() => {
    if (subscriber.status !== "ready") return;
    void subscriber.ping().catch(() => undefined);
    for (const topic of refused) {
      if (handlers.has(topic)) void listen(topic);
      else refused.delete(topic);
    }
  }, tendMs);
  tending.unref();

  return {
    async publish(topic, message) {
      checkTopic(topic);
      checkMessage(message);
      if (isClosed || redis.status !== "ready") return;
      // The outage itself is logged where the connection is watched.
      await redis.publish(PREFIX + topic, message).catch(() => undefined);
    },
    subscribe(topic, handler) {
      checkTopic(topic);
      if (!handlers.has(topic)) void listen(topic);
      const remove = handlers.add(topic, handler);
      return () => {
        if (remove() && !isClosed) void subscriber.unsubscribe(PREFIX + topic).catch(failed(topic));
      };
    },
    close() {
      isClosed = true;
      clearInterval(tending);
      handlers.clear();
      closeRedis(subscriber);
      return Promise.resolve();
    },
  };
}
