/** Why a folder or file could not be read, for people: without paths, which are private. */
import { codeOf } from "../../../kit/errors/code-of.ts";
import { TooManyEntries } from "./folder-io.ts";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  ENOTDIR: "it is not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ELOOP: "it is a link that leads nowhere",
  EMFILE: "this program has too many files open",
  ENFILE: "the system has too many files open",
  EBUSY: "another program holds it",
  EIO: "the disk or share reports a fault",
  ESTALE: "the share was lost",
  ENOTCONN: "the share is not connected",
  EHOSTDOWN: "the share's host is down",
  EHOSTUNREACH: "the share's host cannot be reached",
  ETIMEDOUT: "the share does not answer",
};

/** Says in a few words what a failed call of the file system means. */
export function ioReason(error: unknown): string {
  if (error instanceof TooManyEntries) return error.message;
  const code = codeOf(error);
  return WORDS[code ?? ""] ?? `the file system refused (${code ?? "unknown error"})`;
}
