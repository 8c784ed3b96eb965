/** Why a world save, or a part of one, could not be read. */

/**
 * By what the caller may do: `busy` may pass within seconds (the game was writing it); `unreadable` is the operating
 * system's refusal; `damaged` and `notWorld` last until the game saves again; `unsupported` is a layout that this
 * program does not know; `tooLarge` is past one of its limits.
 */
export type WorldErrorKind = "busy" | "unreadable" | "damaged" | "notWorld" | "unsupported" | "tooLarge";

/**
 * A world save that could not be read. The message may be shown: it holds no path; the machine's own message is in
 * `cause`.
 */
export class WorldError extends Error {
  override readonly name = "WorldError";
  readonly kind: WorldErrorKind;

  constructor(kind: WorldErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
