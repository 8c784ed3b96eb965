/** The rules of how one speaks to a server, on one's own machine (package) or elsewhere (remote). */
import type { RemoteTransport, ServerPackage } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { isLocalHost, readUrl, readUrlTemplate } from "./url-text.ts";

/** `path` is the place of the package. Variables of the URL are the package's own inputs. */
export function packageTransportIssues(from: ServerPackage, path: string): Issue[] {
  const { type, url } = from.transport;
  const place = `${path}.transport`;
  if (type === "stdio") {
    if (!url) return [];
    return [broken("stdio-transport-url-not-empty", `${place}.url`, "url must be empty for stdio transport type")];
  }
  if (type !== "streamable-http" && type !== "sse") {
    const message = `unsupported transport type: must be stdio, streamable-http or sse`;
    return [broken("unsupported-transport-type", `${place}.type`, message)];
  }
  if (!url) {
    const message = `url is required for ${type} transport type`;
    return [broken("streamable-transport-url-required", `${place}.url`, message)];
  }
  const problem = templateProblem(url, (name) => inputNames(from).has(name), "an input of the package");
  return problem === undefined ? [] : [broken("invalid-templated-url", `${place}.url`, problem)];
}

export function remoteIssues(remotes: readonly RemoteTransport[] | undefined): Issue[] {
  return (remotes ?? []).flatMap((remote, index) => remoteTransportIssues(remote, `remotes[${index}]`));
}

function remoteTransportIssues({ type, url, variables = {} }: RemoteTransport, path: string): Issue[] {
  if (type !== "streamable-http" && type !== "sse") {
    const message = "unsupported remote transport type: must be streamable-http or sse";
    return [broken("unsupported-remote-transport-type", `${path}.type`, message)];
  }
  if (!url) {
    return [broken("remote-transport-url-required", `${path}.url`, "url is required for remote transport type")];
  }
  const problem =
    templateProblem(url, (name) => Object.hasOwn(variables, name), "one of the remote's variables") ?? openProblem(url);
  return problem === undefined ? [] : [broken("invalid-remote-url", `${path}.url`, problem)];
}

/** Names that a package's URL may use: environment variables, value hints, flags with and without their dashes. */
function inputNames(from: ServerPackage): Set<string> {
  const names = new Set((from.environmentVariables ?? []).map((variable) => variable.name));
  for (const { name, valueHint } of [...(from.runtimeArguments ?? []), ...(from.packageArguments ?? [])]) {
    if (name) names.add(name).add(name.replace(/^-+/, ""));
    if (valueHint) names.add(valueHint);
  }
  return names;
}

function templateProblem(text: string, isDeclared: (name: string) => boolean, declaredAs: string): string | undefined {
  const template = readUrlTemplate(text);
  if (!template) return "the URL's braces do not pair up around the name of a variable";
  const unknown = [...new Set(template.variables.filter((name) => !isDeclared(name)))];
  if (unknown.length > 0) {
    const names = unknown.slice(0, 10).map((name) => `{${name.slice(0, 60)}}`);
    return `the URL uses ${names.join(", ")}, which must be ${declaredAs}`;
  }
  if (template.startsWithVariable) return /\s/.test(text) ? "the URL must not have blanks" : undefined;
  const read = readUrl(template.filled);
  if (read.kind === "absolute" && /^https?:$/.test(read.url.protocol)) return undefined;
  return "the URL must start with http:// or https:// and a host, or with a variable";
}

/** Further rules for a URL that is public. */
function openProblem(text: string): string | undefined {
  const template = readUrlTemplate(text);
  if (!template || template.startsWithVariable) return undefined;
  const read = readUrl(template.filled);
  if (read.kind !== "absolute") return undefined;
  if (read.url.protocol !== "https:") return "the URL of a remote must use https";
  return isLocalHost(read.url) ? "the URL of a remote must not name the reader's own machine" : undefined;
}
