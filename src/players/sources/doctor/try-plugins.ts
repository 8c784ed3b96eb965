/** Reads the databases of plugins once. */
import { existsSync } from "node:fs";
import { UserError } from "../../../kit/errors/user-error.ts";
import { orAborted } from "../../../kit/time/or-aborted.ts";
import type { Finding, Plugins } from "../../cluster/index.ts";
import { PluginError, readPluginDatabase, type PluginErrorKind, type PluginReading } from "../../plugins/index.ts";
import { checkHost } from "./check-host.ts";
import { pluginSources, type NamedPluginSource } from "../plugin-sources.ts";
import type { ReadSecret } from "../rcon-link.ts";

/** @throws the signal's reason; errors that are not from a plugin's database. */
export async function tryPlugins(plugins: Plugins, readSecret: ReadSecret, signal: AbortSignal): Promise<Finding> {
  const findings = await Promise.all(pluginSources(plugins, readSecret).map((source) => tryOne(source, signal)));
  const says = findings.map((finding) => finding.says).join(" ");
  const wrong = findings.filter((finding) => !finding.ok);
  if (wrong.length === 0) return { ok: true, says };
  return { ok: false, says, doThis: [...new Set(wrong.map(({ doThis }) => doThis))].join(" ") };
}

async function tryOne({ name, source }: NamedPluginSource, signal: AbortSignal): Promise<Finding> {
  try {
    const opened = source();
    const { database } = opened;
    if (database.kind === "sqlite" && !existsSync(database.path)) {
      return { ok: false, says: `${name}: The file ${database.path} is not there.`, doThis: ADVICE.unreachable };
    }
    const fault = database.kind === "mysql" && (await checkHost("database.host", database.host, signal));
    if (fault) return { ...fault, says: `${name}: ${fault.says}` };
    return toldOf(name, await orAborted(readPluginDatabase(opened), signal));
  } catch (error) {
    if (error instanceof UserError) return { ok: false, says: error.message, doThis: ADVICE.refused };
    if (!(error instanceof PluginError)) throw error;
    return { ok: false, says: `${name}: ${error.message}`, doThis: ADVICE[error.kind] };
  }
}

function toldOf(name: string, { records, problems, problemCount }: PluginReading): Finding {
  const accounts = `${name}: ${records.length} account${records.length === 1 ? "" : "s"} can be read.`;
  if (problemCount === 0) return { ok: true, says: accounts };
  const left = `${problemCount} row${problemCount === 1 ? " was" : "s were"} left out: ${problems[0]?.why ?? ""}`;
  return { ok: false, says: `${accounts} ${left}`, doThis: "Mend these rows with the plugin itself." };
}

const ADVICE: Readonly<Record<PluginErrorKind, string>> = {
  busy: "Try again in a moment: the game server was writing to it.",
  unreachable: "See that the file or the database server is where the cluster's file says.",
  refused:
    "See that user and password are right, and that they may read the table; a server that demands TLS needs `tls: required`.",
  noTls: "Set up TLS at the database server, or, where no other machine can listen on the way to it, remove `tls`.",
  untrusted: "Give the certificate of its authority as `caFile`, and as `host` the name in the server's certificate.",
  notPlugin: "See that it is the plugin's own database, and that `tables` names the table that it uses.",
  badName: "Correct the name of the table below `tables`.",
  damaged: "Let the plugin repair its database, or put a backup in its place.",
  tooLarge: "See that it is the plugin's own database.",
};
