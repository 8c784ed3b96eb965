/** A stream of an iterator's output, in few chunks: a million short lines must not be a million writes to a socket. */
import { Readable } from "node:stream";

const FULL_BYTES = 16 * 1024;

/**
 * The same bytes as a stream. A chunk goes out when it is full, or as soon as its maker pauses: nothing waits for
 * company. Makes no more than is read; fails when `chunks` does; calls the iterator's `return` when it is destroyed.
 */
export function gathered(chunks: AsyncIterable<string | Buffer>): Readable {
  const iterator = chunks[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let text = "";
  let size = 0;
  let pause: NodeJS.Immediate | undefined;
  let isWanted = false;
  let isPulling = false;
  let isOver = false;

  const flush = (): void => {
    clearImmediate(pause);
    pause = undefined;
    if (size === 0 || stream.destroyed) return;
    if (text !== "") parts.push(Buffer.from(text));
    const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    [parts, text, size] = [[], "", 0];
    isWanted = stream.push(whole);
  };
  const add = (chunk: string | Buffer): void => {
    size += chunk.length;
    if (typeof chunk === "string") text += chunk;
    else {
      if (text !== "") parts.push(Buffer.from(text));
      text = "";
      parts.push(chunk);
    }
    if (size >= FULL_BYTES) flush();
    else pause ??= setImmediate(flush);
  };
  const pull = async (): Promise<void> => {
    if (isPulling) return;
    isPulling = true;
    try {
      while (isWanted && !isOver) {
        const step = await iterator.next();
        if (!step.done) {
          add(step.value);
          continue;
        }
        isOver = true;
        flush();
        stream.push(null);
      }
    } catch (error) {
      isOver = true;
      stream.destroy(error instanceof Error ? error : new Error("a stream failed", { cause: error }));
    } finally {
      isPulling = false;
    }
  };
  const stream = new Readable({
    read() {
      isWanted = true;
      void pull();
    },
    destroy(error, callback) {
      clearImmediate(pause);
      if (isOver) {
        callback(error);
        return;
      }
      isOver = true;
      void endWith(iterator, error, callback);
    },
  });
  return stream;
}

/** Ends an iterator, and says how that went: the stream's own failure comes before the iterator's. */
async function endWith(
  iterator: AsyncIterator<unknown>,
  error: Error | null,
  done: (error: Error | null) => void,
): Promise<void> {
  let failure = error;
  try {
    await iterator.return?.();
  } catch (thrown) {
    failure ??= thrown instanceof Error ? thrown : null;
  }
  done(failure);
}
