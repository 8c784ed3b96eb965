/** The RCON connection of one server, with its password read when it is needed. */
import type { Random } from "../../kit/ids/ids.ts";
import type { Log } from "../../kit/log/log.ts";
import type { Clock } from "../../kit/time/clock.ts";
import type { RconSource, Secret } from "../cluster/index.ts";
import { rconClient, RconError, type RconClient } from "../rcon/index.ts";

/** @throws UserError when the secret cannot be read; `what` names it in the message. */
export type ReadSecret = (secret: Secret, what: string) => string;

export interface RconLinkOptions {
  readonly server: string;
  readonly rcon: RconSource;
  readonly readSecret: ReadSecret;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
  readonly random: Random;
}

interface Opened {
  readonly client: RconClient;
  readonly password: string;
}

/**
 * Makes the client when the first command comes. After the password was refused it is read again: the operator may
 * correct it.
 */
export class RconLink implements Pick<RconClient, "execute"> {
  readonly #options: RconLinkOptions;
  readonly #closing = new Set<Promise<void>>();
  #opened: Opened | undefined;
  #wasRefused = false;

  constructor(options: RconLinkOptions) {
    this.#options = options;
  }

  /** @throws UserError when the password cannot be read; else as `RconClient.execute` does. */
  async execute(command: string, signal?: AbortSignal): Promise<string> {
    const { client } = this.#open();
    try {
      return await client.execute(command, signal);
    } catch (error) {
      if (error instanceof RconError && error.kind === "wrongPassword") this.#wasRefused = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#opened?.client.close(), ...this.#closing]);
  }

  #open(): Opened {
    const before = this.#opened;
    if (before && !this.#wasRefused) return before;
    const { server, rcon, readSecret, clock, log, random } = this.#options;
    const password = readSecret(rcon.password, `The RCON password of ${server}`);
    this.#wasRefused = false;
    // The client itself waits before it says the same password again.
    if (before?.password === password) return before;
    if (before) this.#leave(before.client);
    this.#opened = { client: rconClient({ host: rcon.host, port: rcon.port, password, clock, log, random }), password };
    return this.#opened;
  }

  #leave(client: RconClient): void {
    const closing = client.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
