/**
 * MCP bundles: a file of a release at a host where releases belong to a repository. The file must be there; its hash is
 * recorded for clients, which download it, and not recomputed here.
 */
import { ownershipChecker, type OwnershipChecker, type RegistryCall } from "./call.ts";
import { parseBundleUrl, type BundleHost } from "./core/bundle-url.ts";

/** Checks that a bundle's URL is of an allowed form and that `HEAD` finds the file. */
export function mcpbChecker(call: RegistryCall, ownHosts: readonly BundleHost[]): OwnershipChecker {
  const form = { label: "MCPB", version: "optional", baseUrls: [], fileSha256: "required" } as const;
  return ownershipChecker(form, async ({ identifier }, _serverName, signal) => {
    const url = parseBundleUrl(identifier, ownHosts);
    if (!(url instanceof URL)) {
      return { kind: "refused", why: `the identifier of an MCPB package is the URL of its file, but ${url.why}` };
    }
    const shown = url.host;
    const answer = await call({ url: url.href, method: "HEAD", headers: { Accept: "*/*" }, shown, signal });
    if (answer.status === 200) return { kind: "owned" };
    return {
      kind: "refused",
      why:
        `there is no public file at ${identifier} (${shown} answered ${answer.status}). ` +
        "Upload it to the release, and see that the repository is public.",
    };
  });
}
