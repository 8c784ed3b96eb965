/** A line of chat may be reported twice: by the chat itself, and by the game's log. It is handed on once. */
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";

export interface SaidLine {
  readonly platformName: string;
  readonly characterName: string;
  readonly text: string;
}

export type ChatSource = "chat" | "log";

interface Told {
  readonly key: string;
  readonly source: ChatSource;
  readonly at: Instant;
}

/** Both are read every few seconds, and RCON may be slow. */
const WAIT_MS = 60_000;
const MAX_TOLD = 200;

/** Remembers lines until the other source tells them too, for a minute at most, and 200 at most. */
export class ChatMerge {
  #told: Told[] = [];

  /** Those of a source's lines that the other one has not told, as often as it has not. */
  fresh<Line extends SaidLine>(source: ChatSource, lines: readonly Line[], now: Instant): Line[] {
    const since = plusMillis(now, -WAIT_MS);
    this.#told = this.#told.filter(({ at }) => at > since);
    const fresh = lines.filter((line) => {
      const key = keyOf(line);
      const other = this.#told.findIndex((told) => told.source !== source && told.key === key);
      if (other === -1) this.#told.push({ key, source, at: now });
      else this.#told.splice(other, 1);
      return other === -1;
    });
    this.#told = this.#told.slice(-MAX_TOLD);
    return fresh;
  }
}

function keyOf({ platformName, characterName, text }: SaidLine): string {
  return JSON.stringify([platformName, characterName, text]);
}
