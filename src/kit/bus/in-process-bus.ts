/** The bus for a program that is one process. */
import type { Log } from "../log/log.ts";
import { checkMessage, checkTopic, type Bus } from "./bus.ts";
import { Handlers } from "./handlers.ts";

/** Opens a bus that reaches this process only and loses nothing. */
export function inProcessBus(log: Log): Bus {
  const handlers = new Handlers(log);
  return {
    publish(topic, message) {
      checkTopic(topic);
      checkMessage(message);
      if (handlers.has(topic)) queueMicrotask(() => handlers.deliver(topic, message));
    },
    subscribe(topic, handler) {
      checkTopic(topic);
      const remove = handlers.add(topic, handler);
      return () => void remove();
    },
    close() {
      handlers.clear();
      return Promise.resolve();
    },
  };
}
