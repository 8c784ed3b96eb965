/** The rules of a repository: where a known hosting service keeps it, and the server's folder in it. */
import type { Repository } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";

const HOSTS: ReadonlyMap<string, { readonly url: RegExp; readonly form: string }> = new Map([
  ["github", { url: /^https?:\/\/(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/?$/, form: "https://github.com/OWNER/NAME" }],
  // Groups may be nested.
  [
    "gitlab",
    { url: /^https?:\/\/(?:www\.)?gitlab\.com\/[\w.-]+(?:\/[\w.-]+)+\/?$/, form: "https://gitlab.com/GROUP/NAME" },
  ],
]);

export function repositoryIssues(repository: Repository | undefined): Issue[] {
  if (!repository) return [];
  return [...urlIssues(repository), ...subfolderIssues(repository.subfolder)];
}

function urlIssues({ url = "", source = "" }: Repository): Issue[] {
  if (url === "" && source === "") return [];
  const host = HOSTS.get(source);
  if (!host) {
    const known = [...HOSTS.keys()].join(" or ");
    return [broken("invalid-repository-url", "repository.source", `invalid repository source: must be ${known}`)];
  }
  if (host.url.test(url)) return [];
  const message = `invalid repository URL: a ${source} repository is written ${host.form}`;
  return [broken("invalid-repository-url", "repository.url", message)];
}

function subfolderIssues(subfolder: string | undefined): Issue[] {
  if (!subfolder) return [];
  const clean = subfolder.split("/").every((part) => /^[a-zA-Z0-9_.-]+$/.test(part) && part !== "." && part !== "..");
  if (clean) return [];
  const message =
    "invalid subfolder path: relative to the repository, no slash at either end, only letters, digits, '-', '_', '.' " +
    "and '/', and no empty, '.' or '..' part";
  return [broken("invalid-subfolder-path", "repository.subfolder", message)];
}
