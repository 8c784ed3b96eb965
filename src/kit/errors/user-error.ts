/**
 * Something the person at the command line can mend: a wrong setting, a folder that cannot be written.
 * The command line prints its message without a stack trace and exits with its code.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly exitCode: number = 1;
}
