/** Recent notes of a run for `strategy/data/debug`: why nothing fires, and what was done. */

export interface RunNote {
  readonly ms: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

const KEPT = 100;

export class RunLog {
  readonly #notes: RunNote[] = [];
  /** Why nothing fired at the last evaluation: the gate, and in words. */
  gate = "";
  why = "";
  /** By row, where a row held the slice up. */
  rows: readonly { readonly row: number; readonly why: string }[] = [];
  /** How often each gate was closed since this process looks after the run. */
  readonly counts = new Map<string, number>();
  /** How often any gate was. */
  closings = 0;

  /** Newest last. A message equal to the one before is not repeated. */
  note(ms: number, level: RunNote["level"], message: string): void {
    if (this.#notes.at(-1)?.message === message) return;
    this.#notes.push({ ms: Math.floor(ms), level, message: message.slice(0, 300) });
    if (this.#notes.length > KEPT) this.#notes.shift();
  }

  closed(ms: number, gate: string, why: string, rows: RunLog["rows"] = []): void {
    this.counts.set(gate, (this.counts.get(gate) ?? 0) + 1);
    this.closings++;
    // The delay after a slice that could not be sent does not hide why.
    if (gate === "slice_delay" && this.rows.length > 0) return;
    if (gate !== this.gate) this.note(ms, "debug", why === "" ? gate : `${gate}: ${why}`);
    this.gate = gate;
    this.why = why;
    this.rows = rows;
  }

  open(): void {
    this.gate = "";
    this.why = "";
    this.rows = [];
  }

  notes(): readonly RunNote[] {
    return this.#notes;
  }
}
