/** The form of the texts in a cluster's file. A rule answers what would be right, or undefined for a text that is. */

const SERVER_KEY = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const IPV6 = /^[0-9a-f]*:[0-9a-f.]*:[0-9a-f:.]*$/i;
const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const TABLE_NAME = /^[A-Za-z0-9_$]{1,64}$/;
const CONTROL = /\p{Cc}/u;

/** Names a server in addresses, so it must not need escaping there. */
export function serverKeyRule(text: string): string | undefined {
  if (SERVER_KEY.test(text)) return undefined;
  return "must be 1 to 32 lower-case letters, digits, - and _, such as island-2, beginning with a letter or digit";
}

/** Something to be shown: up to 100 characters on one line. */
export function titleRule(text: string): string | undefined {
  if (text.trim() !== "" && Array.from(text).length <= 100 && !CONTROL.test(text)) return undefined;
  return "must be 1 to 100 characters on one line";
}

/** A machine, without scheme and port. */
export function hostRule(text: string): string | undefined {
  if (text.length <= 253 && (HOST_NAME.test(text) || IPV6.test(text))) return undefined;
  if (/^[^:]+:\d{1,5}$/.test(text)) return "must be the machine alone; its port is a member of its own, `port`";
  return "must be a machine's name such as ark.example.org, or its address such as 192.0.2.10";
}

/** A path of this machine's file system. */
export function pathRule(text: string): string | undefined {
  if (text.startsWith("~")) return "must be written out: ~ means nothing here";
  if (text.trim() !== "" && text.length <= 4_096 && !CONTROL.test(text)) return undefined;
  return "must be a path of up to 4096 characters on one line";
}

/** A file that is in a folder named elsewhere. */
export function fileNameRule(text: string): string | undefined {
  if (text.trim() !== "" && text.length <= 255 && !/[/\\]/.test(text) && !CONTROL.test(text) && !/^\.+$/.test(text)) {
    return undefined;
  }
  return "must be the name of a file in the folder of the saves, such as TheIsland.ark, without its path";
}

export function environmentNameRule(text: string): string | undefined {
  if (ENVIRONMENT_NAME.test(text)) return undefined;
  return "must be the name of an environment variable, such as ISLAND_RCON_PASSWORD";
}

export function passwordRule(text: string): string | undefined {
  if (text !== "" && text.length <= 256 && !CONTROL.test(text)) return undefined;
  return "must be 1 to 256 characters on one line";
}

/** The name of a table, which becomes part of a statement. */
export function tableNameRule(text: string): string | undefined {
  return TABLE_NAME.test(text) ? undefined : "must be a table's name: 1 to 64 letters, digits, _ and $";
}
