/** The password that a cluster's file names: read when it is needed, so that a changed file or variable counts. */
import { codeOf } from "../../kit/errors/code-of.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import { readSmallFile } from "../../kit/config/config-file.ts";
import type { Secret } from "./core/cluster.ts";
import { passwordRule } from "./core/text-rules.ts";

const MAX_SECRET_BYTES = 4_096;

/**
 * @param what names the password in messages: `The RCON password of island`.
 * @throws UserError when it cannot be read. The message names neither the variable nor the path: the operator may have
 * put the password itself there.
 */
export function readSecret(
  secret: Secret,
  environment: Readonly<Record<string, string | undefined>>,
  what: string,
): string {
  switch (secret.from) {
    case "text":
      return secret.text;
    case "environment":
      return checked(environment[secret.name] ?? "", what, "the environment variable that `passwordEnv` names");
    case "file":
      return checked(fileText(secret.file, what), what, "the file that `passwordFile` names");
  }
}

function fileText(file: string, what: string): string {
  try {
    return readSmallFile(file, MAX_SECRET_BYTES, "The file").replace(/\r?\n$/, "");
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const code = codeOf(cause) ?? "too large, or not a regular file";
    throw new UserError(`${what} cannot be read: the file that \`passwordFile\` names cannot be opened (${code}).`);
  }
}

function checked(text: string, what: string, where: string): string {
  const why = passwordRule(text);
  if (why === undefined) return text;
  throw new UserError(`${what} cannot be used: ${text === "" ? `${where} is not set or empty` : `it ${why}`}.`);
}
