/** Tells on standard error how far long work is: on a terminal in one line, elsewhere now and then in a new one. */
import type { Clock } from "../kit/time/clock.ts";
import { toMillis } from "../kit/time/instant.ts";

const TERMINAL_MS = 200;
const OTHER_MS = 10_000;

export interface ProgressLines {
  /** Shows it, unless something was shown a moment ago. */
  tell(text: string): void;
  /** Takes the line on a terminal away. */
  end(): void;
}

export function progressLines(clock: Clock, stream: NodeJS.WriteStream = process.stderr): ProgressLines {
  const { isTTY } = stream;
  let dueMs = toMillis(clock.now()) + (isTTY ? 0 : OTHER_MS);
  return {
    tell(text) {
      const nowMs = toMillis(clock.now());
      if (nowMs < dueMs) return;
      dueMs = nowMs + (isTTY ? TERMINAL_MS : OTHER_MS);
      stream.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (isTTY) stream.write("\r\u001b[K");
    },
  };
}

/** A size for people: `12.3 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, divisor] =
    bytes < 1e6 ? (["kB", 1e3] as const) : bytes < 1e9 ? (["MB", 1e6] as const) : (["GB", 1e9] as const);
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}
