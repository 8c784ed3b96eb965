/**
 * Promises that hold for every endpoint of a service, so that the next one cannot forget them. Each function walks a
 * table and answers the list of what is wrong: a test says `expect(await authProblems(world)).toEqual([])`.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TObject } from "typebox";
import { methodsOf, type AnyEndpoint, type Example } from "../../src/kit/endpoint/endpoint.ts";
import type { ServiceForm } from "../../src/kit/endpoint/form.ts";
import { inputParser } from "../../src/kit/endpoint/input.ts";
import {
  describeRequest,
  requestOf,
  send,
  shapeProblem,
  type Sign,
  type TestWorld,
  type Unsigned,
} from "./test-world.ts";

/**
 * Ids and addresses are unique, parameters are those of the path, and everything that documents need is there.
 *
 * @param sharesCodes several refusals of one endpoint may have one code, as in an interface whose codes are given
 */
export function tableProblems(form: ServiceForm, endpoints: readonly AnyEndpoint[], sharesCodes = false): string[] {
  const problems = [
    ...doubles(endpoints.map(({ id }) => id)).map((id) => `the id ${id} is there twice`),
    ...doubles(endpoints.flatMap((endpoint) => addressesOf(form, endpoint))).map((at) => `${at} is there twice`),
  ];
  for (const endpoint of endpoints) {
    const say = (problem: string): void => void problems.push(`${endpoint.id}: ${problem}`);
    const input = endpoint.input;
    if (!/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z0-9]*$/.test(endpoint.id)) say("its id is not area.verbNoun");
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)]
      .map(([, name]) => name ?? "")
      .sort((one, other) => one.localeCompare(other));
    const declared = Object.keys(input.path?.properties ?? {}).sort((one, other) => one.localeCompare(other));
    if (inPath.join() !== declared.join()) say(`its path names ${inPath.join()}, its input ${declared.join()}`);
    if (methodsOf(endpoint).includes("GET") && input.body) say("a GET has no body");
    if (endpoint.summary.trim() === "") say("it has no summary");
    if (endpoint.examples.length === 0) say("it has no example");
    const { auth } = endpoint;
    if (!form.publicKinds.includes(auth) && !form.security.byKind[auth]) say(`nothing says how ${auth} is proved`);
    const named = ({ spec }: (typeof endpoint.errors)[number]): string =>
      sharesCodes ? `${spec.code} ${spec.says}` : spec.code;
    for (const code of doubles(endpoint.errors.map(named))) say(`it declares ${code} twice`);
  }
  return problems;
}

/**
 * Endpoint `area.verbNoun` is `export const verbNoun` in `<folder>/area/endpoints/verb-noun.ts`, and every file in those
 * folders is an endpoint of the table.
 */
export function fileProblems(endpoints: readonly AnyEndpoint[], serviceFolder: string): string[] {
  const problems: string[] = [];
  const expected = new Set<string>();
  for (const { id } of endpoints) {
    const [area = "", verb = ""] = id.split(".");
    const path = join(area, "endpoints", `${verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
    expected.add(path);
    if (!existsSync(join(serviceFolder, path))) problems.push(`${id} is not in ${path}`);
    else if (!new RegExp(`export const ${verb}\\b`).test(readFileSync(join(serviceFolder, path), "utf8"))) {
      problems.push(`${path} does not export ${verb}`);
    }
  }
  for (const area of readdirSync(serviceFolder)) {
    const folder = join(serviceFolder, area, "endpoints");
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(area, "endpoints", name);
      const isEndpoint = name.endsWith(".ts") && name !== "index.ts" && !name.endsWith(".test.ts");
      if (isEndpoint && !expected.has(path)) problems.push(`${path} is in no table`);
    }
  }
  return problems;
}

/** Every endpoint that is not public answers 401 without credentials, and to malformed, expired and foreign ones. */
export async function authProblems(world: TestWorld): Promise<string[]> {
  const problems: string[] = [];
  const nobody: Sign = () => ({});
  for (const endpoint of world.endpoints.filter(({ auth }) => !world.form.publicKinds.includes(auth))) {
    const example = endpoint.examples.find(({ status = 200 }) => status < 400) ?? {};
    for (const method of methodsOf(endpoint)) {
      const request = requestOf(world, endpoint, example, method);
      const sent = method === "GET" ? { ...request, body: undefined } : request;
      for (const [kind, sign] of Object.entries({ missing: nobody, ...world.refused })) {
        const answer = await send(world, sent, await sign(sent, endpoint));
        const shape = shapeProblem(world.form, endpoint, answer);
        const at = `${endpoint.id}: ${describeRequest(sent)} with a ${kind} credential`;
        if (answer.status !== 401) problems.push(`${at} is answered ${answer.status}`);
        else if (shape) problems.push(`${at}: ${shape}`);
      }
    }
  }
  return problems;
}

/** Examples name only parameters that there are, and those that promise success have input that is accepted. */
export function exampleProblems(form: ServiceForm, endpoints: readonly AnyEndpoint[]): string[] {
  return endpoints.flatMap((endpoint) =>
    endpoint.examples.flatMap((example) => {
      const problem = exampleProblem(form, endpoint, example);
      return problem === undefined ? [] : [`${endpoint.id}, example "${example.name}": ${problem}`];
    }),
  );
}

/** Replays every example in the order of the table: each has the status that it declares and the shape that belongs to it. */
export async function replayProblems(world: TestWorld): Promise<string[]> {
  const problems: string[] = [];
  for (const endpoint of world.endpoints) {
    for (const example of endpoint.examples) {
      const request = requestOf(world, endpoint, example);
      const answer = await send(world, request, await world.credentials(request, endpoint));
      const declared = example.status ?? endpoint.output.status;
      const at = `${endpoint.id}, example "${example.name}"`;
      const shape = shapeProblem(world.form, endpoint, answer) ?? world.statusProblem?.(endpoint, answer.status);
      if (answer.status !== declared) {
        problems.push(
          `${at} promises ${declared} and is answered ${answer.status}: ${answer.body.toString("utf8", 0, 200)}`,
        );
      } else if (shape) problems.push(`${at}: ${shape}`);
    }
  }
  return problems;
}

/** The HTTP layer's refusals are in the service's own error form, under every prefix. */
export async function refusalProblems(world: TestWorld): Promise<string[]> {
  const problems: string[] = [];
  const [first] = world.endpoints;
  if (!first) return ["the table is empty"];
  for (const prefix of world.form.prefixes) {
    const at = (method: Unsigned["method"], path: string): Unsigned => ({
      method,
      url: `${prefix}${path}`,
      body: undefined,
    });
    const cases: [Unsigned, number][] = [
      [at("GET", "/there-is-no-such-path"), 404],
      [at("GET", "/there-is-no/%00"), 400],
      [at("GET", "/there-is-no/%zz"), 400],
    ];
    for (const endpoint of world.endpoints) {
      const methods = new Set(
        world.endpoints.filter(({ path }) => addressPattern(path) === addressPattern(endpoint.path)).flatMap(methodsOf),
      );
      const other = (["PATCH", "PUT", "DELETE"] as const).find((method) => !methods.has(method));
      if (other) cases.push([at(other, endpoint.path.replace(/:\w+/g, "1")), 405]);
    }
    for (const [request, status] of cases) {
      const answer = await send(world, request, {});
      const shape = shapeProblem(world.form, first, answer);
      const allow = status === 405 && !answer.headers.has("allow") ? "no Allow header" : undefined;
      if (answer.status !== status) problems.push(`${describeRequest(request)} is ${answer.status}, not ${status}`);
      else if (shape ?? allow) problems.push(`${describeRequest(request)}: ${shape ?? allow}`);
    }
  }
  return problems;
}

function exampleProblem(form: ServiceForm, endpoint: AnyEndpoint, example: Example): string | undefined {
  const input = endpoint.input;
  const fold = (name: string): string => (form.ignoreCase ? name.toLowerCase() : name);
  const known = (schema: TObject | undefined): Set<string> => new Set(Object.keys(schema?.properties ?? {}).map(fold));
  const inQuery = new Set([...known(input.query), ...known(input.params)]);
  const plain = (name: string): string => (form.listNames === "brackets" ? name.replace(/\[\d*\]$/, "") : name);
  for (const name of Object.keys(example.path ?? {})) {
    if (!known(input.path).has(fold(name))) return `there is no path parameter ${name}`;
  }
  for (const name of Object.keys(example.query ?? {})) {
    if (!inQuery.has(fold(plain(name)))) return `there is no parameter ${name}`;
  }
  if (example.body !== undefined && !input.body && !input.text && !input.params) return "there is no body";
  const status = example.status ?? endpoint.output.status;
  const parsed = inputParser(
    endpoint,
    form,
  )({
    path: example.path ?? {},
    query: example.query ?? {},
    headers: {},
    body: example.body ?? (input.params ? {} : input.text ? "" : undefined),
  });
  if (status >= 400 || parsed.ok) return undefined;
  const [issue] = parsed.issues;
  return `its input is refused: ${issue?.place} ${issue?.path.join(".")} ${issue?.message}`;
}

function addressesOf(form: ServiceForm, endpoint: AnyEndpoint): string[] {
  const pattern = addressPattern(endpoint.path);
  return methodsOf(endpoint).map((method) => `${method} ${form.ignoreCase ? pattern.toLowerCase() : pattern}`);
}

function addressPattern(path: string): string {
  return path.replace(/:\w+/g, ":");
}

function doubles(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
