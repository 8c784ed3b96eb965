/** The failures of reading a plugin's database. */

/**
 * By what the caller may do: `busy` may pass within seconds (the file was being written); `unreachable` may pass later
 * (no answer, no such file yet); `refused` (account, password, rights), `noTls` (TLS is demanded and not offered),
 * `untrusted` (its certificate), `notPlugin` (no such table, or other columns) and `badName` (an impossible table name)
 * need the operator; `damaged` lasts until the file is repaired; `tooLarge` is past a limit.
 */
export type PluginErrorKind =
  | "busy"
  | "unreachable"
  | "refused"
  | "noTls"
  | "untrusted"
  | "notPlugin"
  | "badName"
  | "damaged"
  | "tooLarge";

/**
 * A plugin's database that could not be read. The message may be shown: it holds no path, address or account; the
 * machine's own message is in `cause`.
 */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly kind: PluginErrorKind;

  constructor(kind: PluginErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
