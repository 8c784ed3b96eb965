/**
 * An optional rule, for registries whose namespaces are domains: what a server points people to must be at the domain
 * that its namespace is the reverse of. The public registry does not ask this of anyone.
 */
import type { ServerDetail } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { namespaceOf } from "./name-rules.ts";
import { readUrl, readUrlTemplate } from "./url-text.ts";

/** `match`: hosts of remotes and of the website equal the reversed namespace or are below it. */
export type NamespacePolicy = "any" | "match";

export function namespaceIssues(detail: ServerDetail, policy: NamespacePolicy): Issue[] {
  if (policy === "any") return [];
  const domain = namespaceOf(detail.name).toLowerCase().split(".").toReversed().join(".");
  const issues: Issue[] = [];
  for (const [index, { url = "" }] of (detail.remotes ?? []).entries()) {
    if (!isWithin(url, domain)) {
      const message = `the host of a remote must be ${domain} or below it, as the server's namespace says`;
      issues.push(broken("remote-url-namespace-mismatch", `remotes[${index}].url`, message));
    }
  }
  if (detail.websiteUrl && !isWithin(detail.websiteUrl, domain)) {
    const message = `the host of websiteUrl must be ${domain} or below it, as the server's namespace says`;
    issues.push(broken("website-url-namespace-mismatch", "websiteUrl", message));
  }
  return issues;
}

/** A host that is a variable, in whole or at its end, is within nothing. */
function isWithin(text: string, domain: string): boolean {
  const read = readUrl(readUrlTemplate(text)?.filled ?? "");
  if (read.kind !== "absolute") return false;
  const host = read.url.hostname.replace(/\.$/, "");
  return host === domain || host.endsWith(`.${domain}`);
}
