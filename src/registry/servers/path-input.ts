/** The path parameters of the registry: percent-decoded once by routing and, for clients that encode twice, once more. */
import { Type } from "typebox";
import type { AppError, ErrorMaker } from "../../kit/errors/catalogue.ts";
import type { Catalogue } from "./core/catalogue.ts";
import { serverErrors } from "./errors.ts";
import type { ReadModel } from "./read-model.ts";

export const serverPath = Type.Object({
  serverName: Type.String({ description: "Name of the server, percent-encoded: `io.example%2Fweather`" }),
});

export const versionPath = Type.Object({
  serverName: serverPath.properties.serverName,
  version: Type.String({ description: "A version, percent-encoded, or `latest`" }),
});

/** Thrown by `readName`: declared by each endpoint with a server in its path. */
export const serverPathErrors = [serverErrors.invalidNameEncoding, serverErrors.nulInPath] as const;

/** Thrown by `readName` and `readVersion`. */
export const versionPathErrors = [...serverPathErrors, serverErrors.invalidVersionEncoding] as const;

/** What decides between the two readings of a segment: a version may have a percent sign in it, such as `1.0%beta`. */
type Known = Pick<Catalogue, "find" | "findVersion">;

/**
 * The name that a segment means: as routing decoded it if there is such a server, else decoded once more.
 *
 * @throws 400 when the second decoding fails or finds a NUL.
 */
export function readName(known: Known, segment: string): string {
  return known.find(segment) ? segment : decodeAgain(segment, serverErrors.invalidNameEncoding);
}

/** The version that a segment means, as `readName`. */
export function readVersion(known: Known, name: string, segment: string): string {
  return known.findVersion(name, segment) ? segment : decodeAgain(segment, serverErrors.invalidVersionEncoding);
}

/** As `readVersion`, for changes: also right for a version that another process has just published. */
export async function readVersionToChange(
  model: Pick<ReadModel, "catalogue" | "catchUp">,
  name: string,
  segment: string,
): Promise<string> {
  if (segment.includes("%") && !model.catalogue.findVersion(name, segment)) await model.catchUp();
  return readVersion(model.catalogue, name, segment);
}

function decodeAgain(segment: string, refuse: ErrorMaker): string {
  if (!segment.includes("%")) return segment;
  let decoded: string;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    throw (refuse as () => AppError)();
  }
  if (decoded.includes("\0")) throw serverErrors.nulInPath();
  return decoded;
}
