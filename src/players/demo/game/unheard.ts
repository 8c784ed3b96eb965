/** The lines that wait on a server until the first request for them. */

/** Beyond this number, the oldest unread lines are forgotten. */
const MOST_LINES = 1_000;

export class Unheard {
  readonly #chat: string[] = [];
  readonly #log: string[] = [];
  /** Arrivals from another server. */
  readonly travellers = new Set<bigint>();

  say(line: string): void {
    push(this.#chat, line);
  }

  note(line: string): void {
    push(this.#log, line);
  }

  takeChat(): readonly string[] {
    return this.#chat.splice(0);
  }

  takeLog(): readonly string[] {
    return this.#log.splice(0);
  }
}

function push(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > MOST_LINES) lines.shift();
}
