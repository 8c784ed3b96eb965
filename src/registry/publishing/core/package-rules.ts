/** The rules of packages: what is fetched, from where, and how it is run. */
import type { ServerPackage } from "../../servers/index.ts";
import { argumentIssues } from "./argument-rules.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { packageTransportIssues } from "./transport-rules.ts";
import { readUrl } from "./url-text.ts";
import { versionIssues } from "./version-rules.ts";

export function packageIssues(packages: readonly ServerPackage[] | undefined): Issue[] {
  return (packages ?? []).flatMap((from, index) => {
    const path = `packages[${index}]`;
    return [
      identifierIssues(from, path),
      from.version === undefined ? [] : versionIssues(from.version, `${path}.version`),
      digestIssues(from, path),
      baseUrlIssues(from, path),
      argumentIssues(from.runtimeArguments, `${path}.runtimeArguments`),
      argumentIssues(from.packageArguments, `${path}.packageArguments`),
      packageTransportIssues(from, path),
    ].flat();
  });
}

function identifierIssues({ identifier }: ServerPackage, path: string): Issue[] {
  if (!/\s/.test(identifier)) return [];
  return [broken("package-name-has-spaces", `${path}.identifier`, "package name cannot contain spaces")];
}

/** A bundle is a bare file, so its digest is all that a client can check it by. */
function digestIssues({ registryType, fileSha256 }: ServerPackage, path: string): Issue[] {
  if (registryType !== "mcpb" || fileSha256) return [];
  const message = "a package of type mcpb must include a fileSha256 hash for integrity verification";
  return [broken("file-sha256-required", `${path}.fileSha256`, message)];
}

function baseUrlIssues({ registryBaseUrl }: ServerPackage, path: string): Issue[] {
  if (!registryBaseUrl) return [];
  const read = readUrl(registryBaseUrl);
  if (read.kind === "absolute" && /^https?:$/.test(read.url.protocol)) return [];
  const message = "registryBaseUrl must be an absolute http or https URL";
  return [broken("invalid-registry-base-url", `${path}.registryBaseUrl`, message)];
}
