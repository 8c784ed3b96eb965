import { invariant } from "../errors/invariant.ts";

/** Bytes that are made in the place where they will stand. */
export interface LatePiece {
  readonly length: number;
  /** Writes all of it from `start` on. Answers where it ends. */
  readonly writeInto: (bytes: Buffer, start: number) => number;
}

/**
 * Texts one after the other, as UTF-8. Each is written into its place: to join long texts first and to encode the whole
 * takes twice as long.
 */
export function utf8Of(pieces: readonly (string | LatePiece)[]): Buffer {
  const lengthOf = (piece: string | LatePiece): number =>
    typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let end = 0;
  for (const piece of pieces) {
    end = typeof piece === "string" ? end + bytes.write(piece, end) : piece.writeInto(bytes, end);
  }
  invariant(end === bytes.length, "each piece is as long as it says");
  return bytes;
}
