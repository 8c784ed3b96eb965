/** Puts small pieces together, so that a million short lines are not a million writes to a socket. */

const FULL_BYTES = 16 * 1024;

/**
 * The same bytes in fewer chunks. A chunk goes out when it is full, or as soon as its maker pauses: nothing waits for
 * company. Ends, and fails, when `chunks` does; what came before a failure goes out first.
 */
export async function* gathered(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let parts: Buffer[] = [];
  let size = 0;
  let pause: Promise<undefined> | undefined;
  let isOver = false;
  const take = (): Buffer => {
    const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
    parts = [];
    size = 0;
    pause = undefined;
    return whole;
  };
  try {
    let next = iterator.next();
    for (;;) {
      let step: IteratorResult<string | Buffer> | undefined;
      try {
        step = await (pause ? Promise.race([next, pause]) : next);
      } catch (error) {
        isOver = true;
        if (size > 0) yield take();
        throw error;
      }
      if (step?.done) {
        isOver = true;
        if (size > 0) yield take();
        return;
      }
      if (step) {
        const part = typeof step.value === "string" ? Buffer.from(step.value) : step.value;
        parts.push(part);
        size += part.length;
        next = iterator.next();
      }
      if (size >= FULL_BYTES || !step) {
        // The next step may fail while this chunk is being written; it is looked at after that.
        next.catch(() => {});
        if (size > 0) yield take();
      } else pause ??= new Promise((resolve) => setImmediate(resolve, undefined));
    }
  } finally {
    if (!isOver) await iterator.return?.();
  }
}
