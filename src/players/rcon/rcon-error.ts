/**
 * The failures between us and a game server's RCON: `unreachable`: the connection failed; `wrongPassword`: the server
 * refused it; `timedOut`: it was silent for too long; `closed`: the connection ended before the answer was whole, or
 * was shut down here; `badAnswer`: the answer is not RCON or not what the command answers; `busy`: too many commands
 * are waiting, and this one was not sent.
 */
export type RconErrorKind = "unreachable" | "wrongPassword" | "timedOut" | "closed" | "badAnswer" | "busy";

export interface RconErrorOptions {
  /** A sentence for operators alone: the server's address, or what it wrote. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A command without an answer. `says` is a sentence for every caller, `message` is for operators: it adds the detail.
 * Neither has the password. The machine's own message is in `cause`, for the log. Whether the server did what was asked
 * is unknown, except for `unreachable`, `wrongPassword` and `busy`, where it was not asked.
 */
export class RconError extends Error {
  override readonly name = "RconError";
  readonly kind: RconErrorKind;
  readonly says: string;
  readonly detail: string | undefined;

  constructor(kind: RconErrorKind, says: string, { detail, cause }: RconErrorOptions = {}) {
    super(detail === undefined ? says : `${says} ${detail}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.says = says;
    this.detail = detail;
  }
}
