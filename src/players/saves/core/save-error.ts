/** The problem of a save file, in a form that a program can act on and a person can read. */

/**
 * - `cut_short`: the file ends before what it announces. Read again later: the game may still be writing it.
 * - `malformed`: lengths, types or values contradict each other or make no sense.
 * - `unknown_version`: a container version that this reader does not know.
 * - `unsupported`: a known version with a feature that cannot be read without guessing.
 * - `too_much`: more bytes, objects, properties or members than any real save has.
 * - `nothing_here`: the container is sound, and holds neither a player nor a tribe.
 * - `missing_field`: a player or tribe without its id.
 */
export type SaveErrorReason =
  | "cut_short"
  | "malformed"
  | "unknown_version"
  | "unsupported"
  | "too_much"
  | "nothing_here"
  | "missing_field";

/**
 * The only thing that the readers of save files throw. `message` is a plain sentence without any text from the file;
 * `offset` is the byte at which reading stopped.
 */
export class SaveError extends Error {
  override readonly name = "SaveError";
  readonly reason: SaveErrorReason;
  readonly offset: number;

  constructor(reason: SaveErrorReason, sentence: string, offset: number) {
    super(sentence);
    this.reason = reason;
    this.offset = offset;
  }
}
