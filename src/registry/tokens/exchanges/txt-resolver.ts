/** DNS by Node's own resolver, which asks the name servers itself and so sees a new record without waiting for caches. */
import { Resolver } from "node:dns/promises";
import type { TxtResolver } from "./ports.ts";

/** Answers that mean "there is none", as opposed to "unknown". */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * @param options.servers addresses, with `:port` where it is not 53; none: those of the system.
 * @throws when one of the servers is not an address.
 */
export function systemTxtResolver(options: { servers: readonly string[] }): TxtResolver {
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  if (options.servers.length > 0) resolver.setServers(options.servers);
  return {
    async txt(domain) {
      try {
        return await resolver.resolveTxt(domain);
      } catch (error) {
        if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
        throw error;
      }
    },
  };
}
