/**
 * Hints between the parts of the program, in one process or in many: "something about this topic has changed". A hint
 * may be lost or come twice. So listeners also poll from time to time, and what must not be lost is kept in PostgreSQL.
 */
import { invariant } from "../errors/invariant.ts";

export interface Bus {
  /**
   * Tells everybody who listens to `topic` now, here and, where the bus reaches further, elsewhere. Handlers run later,
   * never inside this call. Never fails: a hint that cannot be delivered is dropped.
   *
   * @param message at most 65,536 bytes.
   */
  publish(topic: string, message: string): void | Promise<void>;
  /**
   * Calls `handler` for every message of the topic, in order, until the answered function is called. A handler that
   * throws is logged; the others are called all the same.
   *
   * @param topic 1 to 100 letters, digits, `.`, `_`, `:` or `-`.
   */
  subscribe(topic: string, handler: BusHandler): () => void;
  /** Ends every subscription. Nothing is delivered afterwards, and later messages go nowhere. */
  close(): Promise<void>;
}

export type BusHandler = (message: string) => void;

const MAX_MESSAGE_BYTES = 65_536;

/** @throws BrokenInvariant for a topic of another form: topics are names in our code, not data. */
export function checkTopic(topic: string): void {
  invariant(/^[A-Za-z0-9._:-]{1,100}$/.test(topic), "a topic is 1 to 100 letters, digits, `.`, `_`, `:` or `-`");
}

/** @throws BrokenInvariant for a message that is too long to be a hint. */
export function checkMessage(message: string): void {
  const isShort = message.length * 3 <= MAX_MESSAGE_BYTES || Buffer.byteLength(message) <= MAX_MESSAGE_BYTES;
  invariant(isShort, "a message has at most 65,536 bytes");
}
