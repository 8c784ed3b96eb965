/** The path parameters of the registry: percent-decoded once by routing and, for clients that encode twice, once more. */
import { Type } from "typebox";
import type { AppError, ErrorMaker } from "../../kit/errors/catalogue.ts";
import { serverErrors } from "./errors.ts";

export const serverPath = Type.Object({
  serverName: Type.String({ description: "Name of the server, percent-encoded: `io.example%2Fweather`" }),
});

export const versionPath = Type.Object({
  serverName: serverPath.properties.serverName,
  version: Type.String({ description: "A version, percent-encoded, or `latest`" }),
});

/** Thrown by `decodeName`: declared by each endpoint with a server in its path. */
export const serverPathErrors = [serverErrors.invalidNameEncoding, serverErrors.nulInPath] as const;

/** Thrown by `decodeName` and `decodeVersion`. */
export const versionPathErrors = [...serverPathErrors, serverErrors.invalidVersionEncoding] as const;

/** @throws 400 when the second decoding fails or finds a NUL. */
export function decodeName(segment: string): string {
  return decodeAgain(segment, serverErrors.invalidNameEncoding);
}

/** @throws 400 when the second decoding fails or finds a NUL. */
export function decodeVersion(segment: string): string {
  return decodeAgain(segment, serverErrors.invalidVersionEncoding);
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
