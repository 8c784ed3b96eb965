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

/**
 * Opens a bus over `redis`, from `openRedis`; it stays the caller's, and must be closed after the bus. Redis receives
 * a subscription a moment after `subscribe` has returned.
 */
export function redisBus(redis: Redis, log: Log): Bus {
  const handlers = new Handlers(log);
  const subscriber = openSubscriber(redis, log);
  let isClosed = false;

  subscriber.on("message", (channel: string, message: string) => {
    handlers.deliver(channel.slice(PREFIX.length), message);
  });
  const failed = (topic: string) => (error: unknown) => {
    if (!isClosed) log.warn({ err: error, topic }, "a subscription of the bus could not be changed");
  };

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
      if (!handlers.has(topic)) void subscriber.subscribe(PREFIX + topic).catch(failed(topic));
      const remove = handlers.add(topic, handler);
      return () => {
        if (remove() && !isClosed) void subscriber.unsubscribe(PREFIX + topic).catch(failed(topic));
      };
    },
    close() {
      isClosed = true;
      handlers.clear();
      closeRedis(subscriber);
      return Promise.resolve();
    },
  };
}
