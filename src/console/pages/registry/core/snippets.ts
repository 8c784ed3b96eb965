/**
 * What a reader pastes into a client's configuration, or into a shell. A publisher's text is always one string of JSON, written
 * by `JSON.stringify`, or one word of a shell, in single quotes; what neither can hold never gets here (`install-plan.ts`).
 */
import type { Filled } from "./fill-in.ts";
import type { Template, Wanted } from "./install-inputs.ts";
import { whyUnsafe } from "./unsafe-text.ts";

/** What a client calls the server: the last part of its name, of letters that every client takes. */
export function shortNameOf(name: string): string {
  return name.slice(name.indexOf("/") + 1).replace(/[^A-Za-z0-9_-]+/g, "-") || "server";
}

/** `.vscode/mcp.json`. VS Code asks for each input once, and keeps it sealed. */
export function vscodeFile(filled: Filled, name: string): string {
  const inputs = vscodeInputs(filled);
  const server = configOf(filled, (wanted) => `\${input:${wanted.id}}`);
  return asJson({ ...(inputs.length > 0 && { inputs }), servers: { [name]: server } });
}

/** Opens VS Code, which shows what it is about to install and asks before it does. */
export function vscodeLink(filled: Filled, name: string): string {
  const inputs = vscodeInputs(filled);
  const server = configOf(filled, (wanted) => `\${input:${wanted.id}}`);
  const config = { name, ...server, ...(inputs.length > 0 && { inputs }) };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** `mcpServers`, as Claude, Cursor and others have it. */
export function mcpServersFile(filled: Filled, name: string): string {
  return asJson({ mcpServers: { [name]: configOf(filled, (wanted) => `<${wanted.id}>`) } });
}

/** For sh, bash and zsh. Secrets are read from the keyboard: what is typed in a command stays in the shell's history. */
export function shellScript({ start, open }: Filled): string | undefined {
  if (!start) return undefined;
  const secrets = open.filter(({ isSecret }) => isSecret);
  const whole = start.env.flatMap(({ name, value }) => (secretIn(value) === undefined ? [] : [{ name, value }]));
  const variables = new Map(secrets.map((secret) => [secret.id, variableOf(secret, whole)]));
  const write = (template: Template): string => shellWord(template, variables);
  return [
    ...[...variables.values()].map((variable) => `read -rs ${variable} && export ${variable}`),
    ...start.env
      .filter(({ name, value }) => variables.get(secretIn(value) ?? "") !== name)
      .map(({ name, value }) => `export ${name}=${write(value)}`),
    [start.command, ...start.args.map(write)].join(" "),
  ].join("\n");
}

/** The id of the secret that is the whole of a text. */
function secretIn([first, ...more]: Template): string | undefined {
  return first !== undefined && typeof first !== "string" && first.isSecret && more.length === 0 ? first.id : undefined;
}

/** An environment variable's secret is read into that variable, and any other into one of its own. */
function variableOf({ id }: Wanted, whole: readonly { readonly name: string; readonly value: Template }[]): string {
  return whole.find(({ value }) => secretIn(value) === id)?.name ?? `MCP_${id.toUpperCase()}`;
}

function shellWord(template: Template, variables: ReadonlyMap<string, string>): string {
  if (template.length === 0) return "''";
  return template
    .map((part) => {
      if (typeof part === "string") return quoteForShell(part);
      const variable = variables.get(part.id);
      return variable === undefined ? quoteForShell(`<${part.id}>`) : `"$${variable}"`;
    })
    .join("");
}

/** One word of a POSIX shell, whatever stands in it. Within single quotes nothing has a meaning but a single quote. */
export function quoteForShell(text: string): string {
  return /^[A-Za-z0-9@%_+:,./-][A-Za-z0-9@%_+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

type Config = Readonly<Record<string, unknown>>;

/** What clients have in common. `place` writes what is still open. */
function configOf({ start, endpoint }: Filled, place: (wanted: Wanted) => string): Config {
  const write = (template: Template): string =>
    template.map((part) => (typeof part === "string" ? part : place(part))).join("");
  // fromEntries makes own members of all names, also of `__proto__`.
  const members = (pairs: readonly { readonly name: string; readonly value: Template }[]): Config =>
    Object.fromEntries(pairs.map(({ name, value }) => [name, write(value)]));
  if (endpoint) {
    const { type, url, headers } = endpoint;
    return { type, url: write(url), ...(headers.length > 0 && { headers: members(headers) }) };
  }
  if (!start) return {};
  const { command, args, env } = start;
  return { type: "stdio", command, args: args.map(write), ...(env.length > 0 && { env: members(env) }) };
}

function vscodeInputs({ start, endpoint, open }: Filled): readonly Config[] {
  // Where a client only connects, what starts the server is not the client's to ask for.
  const inConfig = new Set<string | Wanted>(
    endpoint
      ? [endpoint.url, ...endpoint.headers.map(({ value }) => value)].flat()
      : start
        ? [...start.args, ...start.env.map(({ value }) => value)].flat()
        : [],
  );
  return open
    .filter((wanted) => inConfig.has(wanted))
    .map(({ id, title, description, isSecret, choices }) => ({
      id,
      type: choices.length > 0 ? "pickString" : "promptString",
      description: [description, title].find((text) => text !== "" && whyUnsafe(text) === undefined) ?? id,
      ...(choices.length > 0 ? { options: choices } : isSecret && { password: true }),
    }));
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
