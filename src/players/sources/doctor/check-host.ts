/** Asks the system's resolver for a host's address, before anything is sent to it. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Finding } from "../../cluster/index.ts";
import { orAborted } from "../../../kit/time/or-aborted.ts";

/**
 * The problem with the name of a host; undefined when it has an address.
 *
 * @param member of the cluster's file, such as `rcon.host`.
 * @throws the signal's reason.
 */
export async function checkHost(
  member: string,
  host: string,
  signal: AbortSignal,
): Promise<Extract<Finding, { ok: false }> | undefined> {
  if (isIP(host) !== 0) return undefined;
  try {
    await orAborted(lookup(host), signal);
    return undefined;
  } catch {
    signal.throwIfAborted();
    return {
      ok: false,
      says: `The host of \`${member}\`, ${host}, has no address: its name cannot be resolved.`,
      doThis: `Correct \`${member}\` in the cluster's file, or give an IP address; or mend the resolver of this machine.`,
    };
  }
}
