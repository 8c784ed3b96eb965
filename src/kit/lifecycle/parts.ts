/** What a process has opened, so that it can close it in the opposite order. */

interface PartsLog {
  debug(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Parts {
  /** Notes a part that is open now. */
  add(name: string, stop: () => unknown): void;
  /** Closes everything, the last opened first. A part that fails is logged, and does not keep the others open. */
  stopAll(): Promise<void>;
}

export function parts(log: PartsLog): Parts {
  const open: { name: string; stop: () => unknown }[] = [];
  return {
    add(name, stop) {
      open.push({ name, stop });
    },
    async stopAll() {
      for (let part = open.pop(); part; part = open.pop()) {
        try {
          await part.stop();
          log.debug({ part: part.name }, `closed: ${part.name}`);
        } catch (error) {
          log.error({ err: error, part: part.name }, `could not close: ${part.name}`);
        }
      }
    },
  };
}
