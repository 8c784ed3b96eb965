/** Advice on descriptions that may be published unchanged but would surprise users of the server. */
import type {
  Argument,
  Input,
  KeyValueInput,
  RemoteTransport,
  ServerDetail,
  ServerPackage,
} from "../../servers/index.ts";
import { advice } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { shownName } from "./shown-name.ts";
import { readUrl, readUrlTemplate } from "./url-text.ts";

export function lintIssues(detail: ServerDetail): Issue[] {
  return [
    ...versionAdvice(detail.version),
    ...(detail.packages ?? []).flatMap((from, index) => packageAdvice(from, `packages[${index}]`)),
    ...(detail.remotes ?? []).flatMap((remote, index) => remoteAdvice(remote, `remotes[${index}]`)),
  ];
}

type InputWithVariables = KeyValueInput | Argument;

function versionAdvice(version: string): Issue[] {
  if (/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:[-+]|$)/.test(version)) return [];
  const message = "not a semantic version: it is below every semantic version, and others follow their publication";
  return [advice("info", "version-not-semantic", "version", message)];
}

function packageAdvice(from: ServerPackage, path: string): Issue[] {
  const issues: Issue[] = [];
  if ((from.runtimeArguments ?? []).length > 0 && !from.runtimeHint) {
    const message = "runtimeArguments without a runtimeHint: the command that takes them is unknown";
    issues.push(advice("warning", "runtime-hint-missing", `${path}.runtimeHint`, message));
  }
  for (const list of ["runtimeArguments", "packageArguments", "environmentVariables"] as const) {
    issues.push(...inputsAdvice(from[list], `${path}.${list}`));
  }
  if (from.transport.type === "stdio" && from.transport.headers) {
    const message = "headers are never sent over stdio";
    issues.push(advice("warning", "stdio-transport-headers", `${path}.transport.headers`, message));
  }
  return [...issues, ...inputsAdvice(from.transport.headers, `${path}.transport.headers`)];
}

function remoteAdvice(remote: RemoteTransport, path: string): Issue[] {
  const shared = remote.variables ?? {};
  const inUrl = readUrlTemplate(remote.url ?? "")?.variables ?? [];
  const used = new Set([...inUrl, ...(remote.headers ?? []).flatMap((header) => namesIn(header.value))]);
  const issues = Object.entries(shared).flatMap(([name, variable]) =>
    plainAdvice(variable, `${path}.variables.${shownName(name)}`),
  );
  for (const name of Object.keys(shared)) {
    if (!used.has(name)) issues.push(unused(name, `${path}.variables.${shownName(name)}`));
  }
  const read = readUrl(remote.url ?? "");
  if (read.kind === "absolute" && (read.url.username !== "" || read.url.password !== "")) {
    const message = "the URL carries a user name or password, which everybody can read";
    issues.push(advice("warning", "secret-in-static-value", `${path}.url`, message));
  }
  return [...issues, ...inputsAdvice(remote.headers, `${path}.headers`, shared)];
}

/** `shared` are variables that the inputs may use besides their own. */
function inputsAdvice(
  inputs: readonly InputWithVariables[] | undefined,
  path: string,
  shared: Readonly<Record<string, Input>> = {},
): Issue[] {
  return (inputs ?? []).flatMap((input, index) => {
    const place = `${path}[${index}]`;
    return plainAdvice(input, place).concat(variablesAdvice(input, place, shared));
  });
}

function variablesAdvice(input: InputWithVariables, path: string, shared: Readonly<Record<string, Input>>): Issue[] {
  const own = input.variables ?? {};
  const used = new Set(namesIn(input.value));
  const issues: Issue[] = [];
  for (const [name, variable] of Object.entries(own)) {
    const place = `${path}.variables.${shownName(name)}`;
    issues.push(...plainAdvice(variable, place));
    if (!used.has(name)) issues.push(unused(name, place));
  }
  for (const name of used) {
    if (Object.hasOwn(own, name) || Object.hasOwn(shared, name)) continue;
    const message = `{${shownName(name)}} is not a declared variable, and stays in the value unchanged`;
    issues.push(advice("warning", "variable-not-declared", `${path}.value`, message));
  }
  return issues;
}

function plainAdvice(input: Input, path: string): Issue[] {
  const issues: Issue[] = [];
  if (input.isSecret && input.value && namesIn(input.value).length === 0) {
    const message = "a secret with a fixed value: everybody can read it here";
    issues.push(advice("warning", "secret-in-static-value", `${path}.value`, message));
  }
  if (input.isSecret && input.default) {
    const message = "a secret with a default: everybody can read it here";
    issues.push(advice("warning", "secret-in-default", `${path}.default`, message));
  }
  if (input.default && input.choices && !input.choices.includes(input.default)) {
    issues.push(advice("warning", "default-not-a-choice", `${path}.default`, "the default is none of the choices"));
  }
  return issues;
}

/** Names in braces that could be variables: a value may well hold JSON. */
function namesIn(value: string | undefined): string[] {
  return value === undefined ? [] : [...value.matchAll(/\{([A-Za-z_][\w.-]{0,99})\}/g)].map((match) => match[1] ?? "");
}

function unused(name: string, path: string): Issue {
  return advice("warning", "variable-not-used", path, `the variable ${shownName(name)} is declared and never used`);
}
