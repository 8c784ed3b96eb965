/** Ports that cannot be opened, in words for the operator. */
import { createServer, type Server } from "node:net";
import { UserError } from "../kit/errors/user-error.ts";

export interface Place {
  readonly host: string;
  readonly port: number;
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken by another program (or by Tripod itself)",
  EADDRNOTAVAIL: "cannot be opened: this machine does not have the address",
  ENOTFOUND: "cannot be opened: this host name is not known",
  EAI_AGAIN: "cannot be opened: the name server does not answer",
  EACCES: "cannot be opened: this account may not use the port",
};

/** The address is wrong then, and not the port. */
const ADDRESS_MISTAKES: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"]);

/** Tries whether ports can be opened now. Each is held until all are released, so two settings with one port meet. */
export class PortTrial {
  readonly #held: Server[] = [];

  /**
   * Fails as `listening` does when the port cannot be opened.
   *
   * @throws UserError when the system refuses the port
   */
  async hold(place: Place, setting: string): Promise<void> {
    const probe = createServer();
    await listening(
      place,
      setting,
      () =>
        new Promise<void>((resolve, reject) => {
          probe.once("error", reject);
          probe.listen(place, resolve);
        }),
    );
    this.#held.push(probe);
  }

  async release(): Promise<void> {
    await Promise.all(
      this.#held.splice(0).map((probe) => new Promise<void>((resolve) => probe.close(() => resolve()))),
    );
  }
}

/**
 * Runs `listen`, which opens a port.
 *
 * @param setting names the port in the settings
 * @throws UserError when the system refuses the port
 */
export async function listening<Opened>(place: Place, setting: string, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== "listen" && !isLookup(error)) throw error;
    const isAddress = ADDRESS_MISTAKES.has((error as NodeJS.ErrnoException).code ?? "");
    const named = isAddress ? setting.replace(/PORT$/, "HOST") : setting;
    throw new UserError(`${whyNot(place, error)}. Choose another one with ${named}.`, { cause: error });
  }
}

/** Says what is wrong with an address and port that could not be opened. */
function whyNot({ host, port }: Place, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `${host}:${port} ${WHY[code ?? ""] ?? "cannot be opened"}${code === "EADDRINUSE" ? "" : ` (${code ?? "?"})`}`;
}

/** A host that has no address fails before anything is opened. */
function isLookup(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall === "getaddrinfo";
}
