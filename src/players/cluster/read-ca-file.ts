/** The certificate of an authority that a cluster's file names: read when it is needed, so that a renewed file counts. */
import { X509Certificate } from "node:crypto";
import { readSmallFile } from "../../kit/config/config-file.ts";
import { UserError } from "../../kit/errors/user-error.ts";

/** Some hundred authorities. */
const MAX_BYTES = 1_048_576;

/**
 * @param what names the file in messages: `The caFile of Permissions's database`.
 * @throws UserError when it cannot be read, or does not begin with a certificate (PEM).
 */
export function readCaFile(file: string, what: string): string {
  const text = readSmallFile(file, MAX_BYTES, what);
  try {
    // Reads the first one; the others are read with the connection.
    void new X509Certificate(text);
  } catch (cause) {
    throw new UserError(`${what} ${file} is not a certificate in PEM form.`, { cause });
  }
  return text;
}
