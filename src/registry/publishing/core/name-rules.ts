/** The rules of a server's name: a reverse DNS namespace, one slash, the server's own name. */
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";

/** At most one issue: the first rule that the name breaks. */
export function nameIssues(name: string): Issue[] {
  const problem = problemOf(name);
  return problem === undefined ? [] : [broken("invalid-server-name", "name", problem)];
}

/** The part of a name before its slash, or the whole text where there is none. */
export function namespaceOf(name: string): string {
  return name.split("/", 1)[0] ?? "";
}

function problemOf(name: string): string | undefined {
  if (name === "") return "server name is required and must be a string";
  const [namespace, own, ...more] = name.split("/");
  if (namespace === undefined || own === undefined) {
    return "server name must be in format 'dns-namespace/name' (e.g., 'com.example.api/server')";
  }
  if (more.length > 0) return "server name cannot contain multiple slashes";
  if (namespace === "" || own === "") {
    return "server name must be in format 'dns-namespace/name' with non-empty namespace and name parts";
  }
  if (!/^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]$/.test(namespace)) {
    return (
      `server name format is invalid: namespace '${namespace}' is invalid. It has at least two characters, starts and ` +
      "ends with a letter or digit and has only letters, digits, dots and hyphens between"
    );
  }
  if (!/^[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/.test(own)) {
    return (
      `server name format is invalid: name '${own}' is invalid. It has at least two characters, starts and ends with a ` +
      "letter or digit and has only letters, digits, dots, underscores and hyphens between"
    );
  }
  return undefined;
}
