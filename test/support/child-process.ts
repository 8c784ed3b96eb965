/** Runs a script that writes JSON lines, and lets a test wait for them. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type Told = Readonly<Record<string, unknown>>;

export class ScriptProcess {
  readonly #child: ChildProcess;
  readonly #told: Told[] = [];
  readonly #exited: Promise<unknown>;
  #ended = false;
  #waiting: (() => void)[] = [];

  /**
   * @param ownGroup gives it a process group, to which a signal can be sent as a terminal would.
   * @param environment in place of ours.
   */
  constructor(
    script: string,
    args: readonly string[],
    ownGroup = false,
    environment?: Readonly<Record<string, string>>,
  ) {
    this.#child = spawn(process.execPath, [script, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
      detached: ownGroup,
      ...(environment ? { env: environment } : {}),
    });
    this.#exited = once(this.#child, "close").then(() => {
      this.#ended = true;
      this.#wakeAll();
    });
    if (this.#child.stdout) createInterface(this.#child.stdout).on("line", (line) => this.#hear(line));
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** All that it has told so far. */
  get told(): readonly Told[] {
    return this.#told;
  }

  /** The first thing that it tells, or has told, of that kind. Fails when it ends before. */
  async heard(event: string, count = 1): Promise<Told> {
    return this.heardThat((told) => told["event"] === event, `"${event}"`, count);
  }

  /** The same for anything that it tells. */
  async heardThat(isMeant: (told: Told) => boolean, what: string, count = 1): Promise<Told> {
    for (;;) {
      const found = this.#told.filter(isMeant)[count - 1];
      if (found) return found;
      if (this.#ended) {
        throw new Error(`the script ended before it told ${what}; last: ${JSON.stringify(this.#told.at(-1))}`);
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Sends it a line. */
  say(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  async ended(): Promise<void> {
    await this.#exited;
  }

  #hear(line: string): void {
    // A script that was killed may have told half of a line.
    if (line.endsWith("}")) this.#told.push(JSON.parse(line) as Told);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
