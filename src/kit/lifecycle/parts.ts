/** The open parts of a process, so that it can close them in the opposite order. */

interface PartsLog {
  debug(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Parts {
  /** Notes a part that is open now. `stop` may answer a promise, which is waited for. */
  add(name: string, stop: () => unknown): void;
  /**
   * Closes everything, the last opened first, and resolves when that is over; never rejects. A part that fails or takes
   * too long is logged, and does not keep the others open. Calling it again waits for the same end.
   */
  stopAll(): Promise<void>;
}

/** One part must not use up the whole time that a shutdown has. */
const LIMIT_MS = 8_000;

/** Makes an empty list. A part has `limitMs` milliseconds to close, 8,000 by default. */
export function parts(log: PartsLog, limitMs = LIMIT_MS): Parts {
  const open: Part[] = [];
  let stopping: Promise<void> | undefined;

  const stopEach = async (): Promise<void> => {
    for (let part = open.pop(); part; part = open.pop()) {
      try {
        await within(limitMs, part.stop);
        log.debug({ part: part.name }, `closed: ${part.name}`);
      } catch (error) {
        log.error({ err: error, part: part.name }, `could not close: ${part.name}`);
      }
    }
    stopping = undefined;
  };
  return {
    add(name, stop) {
      open.push({ name, stop });
    },
    stopAll() {
      stopping ??= stopEach();
      return stopping;
    },
  };
}

interface Part {
  readonly name: string;
  readonly stop: () => unknown;
}

async function within(limitMs: number, stop: Part["stop"]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([stop(), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
