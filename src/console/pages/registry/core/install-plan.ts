/** How a server is used: by the address where it runs, or by a command that starts it. Every snippet is made of this. */
import type { Package, RemoteTransport } from "../../../../../clients/typescript/src/registry.ts";
import { fillTemplate, Inputs, memberOf, type Described, type Template, type Wanted } from "./install-inputs.ts";
import { commandOf, whyNoCommand, type CommandRefusal } from "./package-command.ts";
import { whyUnsafe, type Unsafe } from "./unsafe-text.ts";

export interface Pair {
  readonly name: string;
  readonly value: Template;
}

/** Words of a command that stand or fall together, such as a flag and its value. */
export interface Words {
  readonly words: readonly Template[];
  /** They also fall with this. */
  readonly onlyWith?: Template;
}

/** Where a client connects. */
export interface Endpoint {
  readonly type: "http" | "sse";
  readonly url: Template;
  readonly headers: readonly Pair[];
}

/** What runs on the reader's machine. */
export interface Start {
  readonly command: string;
  readonly args: readonly Words[];
  readonly env: readonly Pair[];
  /** Whether the publisher has options for the command itself, such as folders that docker opens to the package. */
  readonly hasRuntimeArguments: boolean;
}

export interface InstallPlan {
  readonly kind: "plan";
  readonly inputs: readonly Wanted[];
  readonly start?: Start;
  /** Without one, a client speaks to what it has started. */
  readonly endpoint?: Endpoint;
}

export type Refusal = CommandRefusal | Unsafe | "headerName" | "variableName" | "address";

/** No snippet is offered, because one would be wrong or dangerous. */
export interface NoPlan {
  readonly kind: "none";
  readonly why: Refusal;
}

// RFC 9110, 5.6.2; POSIX.1-2024, 3.216.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function planRemote({ type, url, headers = [], variables }: RemoteTransport): InstallPlan | NoPlan {
  const inputs = new Inputs();
  const named = new Map<string, Template>();
  const find = (name: string): Template | undefined => {
    const described = memberOf<Described>(variables, name);
    if (described && !named.has(name)) named.set(name, inputs.templateOf({ isRequired: true, ...described }, name));
    return named.get(name);
  };
  const endpoint = endpointOf(inputs, { type, url, headers }, find);
  return checked({ kind: "plan", endpoint, inputs: inputs.all });
}

export function planPackage(from: Package): InstallPlan | NoPlan {
  const why = whyNoCommand(from);
  if (why) return { kind: "none", why };
  const inputs = new Inputs();
  const named = new Map<string, Template>();
  const wordsOf = (argument: NonNullable<Package["packageArguments"]>[number]): Words => {
    const title = argument.type === "named" ? argument.name : (argument.valueHint ?? "argument");
    if (argument.type === "named" && isFlag(argument)) {
      return { words: [[title]], onlyWith: [inputs.want(argument, title, { isSwitch: true })] };
    }
    const value = inputs.templateOf(argument, title);
    for (const name of [title, title.replace(/^-+/, "")]) named.set(name, value);
    return { words: argument.type === "named" ? [[title], value] : [value] };
  };
  const runtimeArguments = (from.runtimeArguments ?? []).map(wordsOf);
  const packageArguments = (from.packageArguments ?? []).map(wordsOf);
  const env = (from.environmentVariables ?? []).map((variable) => {
    const value = inputs.templateOf(variable, variable.name);
    named.set(variable.name, value);
    return { name: variable.name, value };
  });
  const command = commandOf(from, { runtimeArguments, packageArguments, env });
  const start = { ...command, env, hasRuntimeArguments: runtimeArguments.length > 0 };
  const { transport } = from;
  if (transport.type === "stdio") return checked({ kind: "plan", start, inputs: inputs.all });
  const endpoint = endpointOf(inputs, { headers: [], ...transport }, (name) => named.get(name));
  return checked({ kind: "plan", start, endpoint, inputs: inputs.all });
}

/** A flag that takes no value: it is there or not. */
function isFlag({ value = "", format }: Described): boolean {
  return value === "" && format === "boolean";
}

interface Transport {
  readonly type: string;
  readonly url: string;
  readonly headers: readonly (Described & { readonly name: string })[];
}

function endpointOf(
  inputs: Inputs,
  { type, url, headers }: Transport,
  find: (name: string) => Template | undefined,
): Endpoint {
  return {
    type: type === "sse" ? "sse" : "http",
    url: fillTemplate(url, find),
    headers: headers.map((header) => ({ name: header.name, value: inputs.templateOf(header, header.name) })),
  };
}

/** A text that a snippet cannot carry takes the whole plan away: without it, the snippet would be a wrong one. */
function checked(plan: InstallPlan): InstallPlan | NoPlan {
  const { start, endpoint, inputs } = plan;
  const refuse = (why: Refusal): NoPlan => ({ kind: "none", why });
  if (endpoint && !isAddress(endpoint.url)) return refuse("address");
  if (endpoint && !endpoint.headers.every(({ name }) => HEADER_NAME.test(name))) return refuse("headerName");
  if (start && !start.env.every(({ name }) => VARIABLE_NAME.test(name))) return refuse("variableName");
  const templates = [
    ...(endpoint ? [endpoint.url, ...endpoint.headers.map(({ value }) => value)] : []),
    ...(start ? [...start.args.flatMap(({ words }) => words), ...start.env.map(({ value }) => value)] : []),
  ];
  const texts = templates.flat().filter((part) => typeof part === "string");
  const offered = inputs.flatMap(({ fallback, choices }) => [fallback, ...choices]);
  const why = [...texts, ...offered].map(whyUnsafe).find((each) => each !== undefined);
  return why === undefined ? plan : refuse(why);
}

/** http or https, or an address that the reader fills in from its beginning. */
function isAddress([first]: Template): boolean {
  return typeof first === "string" ? /^https?:\/\//i.test(first) : first !== undefined;
}
