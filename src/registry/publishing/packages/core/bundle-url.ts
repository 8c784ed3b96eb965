/** Which URLs may be identifiers of MCP bundles: files of releases, at hosts where a release belongs to a repository. */

/** A host of the operator's own, whose files may be bundles whatever their path. */
export interface BundleHost {
  /** With its port, where that is not the protocol's own. */
  readonly host: string;
  readonly protocol: "https:" | "http:";
}

/** Reading the host of a URL takes more than time in proportion to its length. */
const MAX_CHARACTERS = 8_192;

const GITHUB = {
  hosts: ["github.com", "www.github.com"],
  isRelease: (path: string) => /^\/[^/]+\/[^/]+\/releases\/download\/[^/]+\/[^/]+$/.test(path),
  says: "/OWNER/REPOSITORY/releases/download/TAG/FILE",
};

const GITLAB = {
  hosts: ["gitlab.com", "www.gitlab.com"],
  isRelease: isGitlabRelease,
  says: "/GROUP/PROJECT/-/releases/TAG/downloads/FILE or /GROUP/PROJECT/-/package_files/ID/download",
};

/** Reads a bundle's identifier; `{ why }` when it may not be one. */
export function parseBundleUrl(text: string, ownHosts: readonly BundleHost[]): URL | { readonly why: string } {
  if (text.length > MAX_CHARACTERS) return { why: `it is longer than ${MAX_CHARACTERS} characters` };
  if (!URL.canParse(text)) return { why: "it is not a URL" };
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return { why: "it contains a user name or password" };
  const own = ownHosts.some(({ host, protocol }) => host === url.host && protocol === url.protocol);
  if (!own && url.protocol !== "https:") return { why: "it must start with https://" };
  if (!own) {
    const place = [GITHUB, GITLAB].find(({ hosts }) => hosts.includes(url.host));
    if (!place)
      return { why: `bundles may be downloaded from releases at github.com and gitlab.com, not from ${url.host}` };
    if (!place.isRelease(url.pathname)) {
      return { why: `at ${url.host} it must be the file of a release: ${place.says}` };
    }
  }
  if (!text.toLowerCase().includes("mcp")) {
    return { why: 'it must contain "mcp" somewhere, such as in the name of the file (weather.mcpb)' };
  }
  return url;
}

/** The part before `/-/` is a project within one group or more. */
function isGitlabRelease(path: string): boolean {
  const at = path.indexOf("/-/");
  if (at === -1) return false;
  const file = path.slice(at + 3);
  return (
    /^(?:\/[^/]+){2,}$/.test(path.slice(0, at)) &&
    (/^releases\/[^/]+\/downloads\/.+[^/]$/.test(file) || /^package_files\/\d+\/download$/.test(file))
  );
}
