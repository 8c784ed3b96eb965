/** A running service as the tests of whole tables see it: where it is, what it promises, and who may call it. */
import { Compile } from "typebox/compile";
import type { TSchema } from "typebox";
import { methodsOf, type AnyEndpoint, type Example, type Method } from "../../src/kit/endpoint/endpoint.ts";
import type { ServiceForm } from "../../src/kit/endpoint/form.ts";
import { PATIENCE_MS } from "./wait-until.ts";

/** A request before anybody signed it. `url` is the target in the request line. */
export interface Unsigned {
  readonly method: Method;
  readonly url: string;
  readonly body: Buffer | undefined;
}

export type RequestHeaders = Readonly<Record<string, string>>;
export type Sign = (request: Unsigned, endpoint: AnyEndpoint) => RequestHeaders | Promise<RequestHeaders>;

export interface TestWorld {
  readonly form: ServiceForm;
  readonly endpoints: readonly AnyEndpoint[];
  /** `http://127.0.0.1:<port>`, without prefix and without a slash at the end. */
  readonly baseUrl: string;
  /** Headers with which a caller of the endpoint's auth kind is let in. */
  readonly credentials: Sign;
  /** Headers that must be refused with 401: no form of a credential, one that is past its time, one of somewhere else. */
  readonly refused: { readonly malformed: Sign; readonly expired: Sign; readonly foreign: Sign };
  /** The problem of an answer's status, as the service's document has it. */
  readonly statusProblem?: (endpoint: AnyEndpoint, status: number) => string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** No request of a test may take longer: a hang, not a busy machine. */
export const REQUEST_MS = PATIENCE_MS;

/** The request of an example. Path parameters that it does not name are `1`. */
export function requestOf(
  world: TestWorld,
  endpoint: AnyEndpoint,
  example: Partial<Example>,
  method?: Method,
): Unsigned {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? "1"));
  const query = new URLSearchParams(example.query).toString();
  return {
    method: method ?? methodOf(endpoint, example),
    url: `${world.form.prefixes[0] ?? ""}${path}${query === "" ? "" : `?${query}`}`,
    body: example.body === undefined ? undefined : Buffer.from(bodyText(endpoint, example.body)),
  };
}

function bodyText({ input }: AnyEndpoint, body: unknown): string {
  return input.text && typeof body === "string" ? body : JSON.stringify(body);
}

/** Sends a request. The rules of every answer of every service are checked here. */
export async function send(world: TestWorld, request: Unsigned, headers: RequestHeaders): Promise<Answer> {
  const response = await fetch(`${world.baseUrl}${request.url}`, {
    method: request.method,
    headers: { ...(request.body ? { "content-type": "application/json" } : {}), ...headers },
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_MS),
    ...(request.body ? { body: new Uint8Array(request.body) } : {}),
  });
  const sniffing = response.headers.get("x-content-type-options");
  if (sniffing !== "nosniff") throw new Error(`${request.method} ${request.url} lets browsers guess its type`);
  return { status: response.status, headers: response.headers, body: await bodyOf(response) };
}

/** The whole body; of a stream of events, which has no end, the first chunk. */
async function bodyOf(response: Response): Promise<Buffer> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return Buffer.from(await response.arrayBuffer());
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []);
}

/** The problem of an endpoint's answer as to its shape; undefined when it is as declared. */
export function shapeProblem(form: ServiceForm, endpoint: AnyEndpoint, { status, body }: Answer): string | undefined {
  if (status >= 400) return mismatch(form.errorSchema, body.toString());
  const output = endpoint.output;
  if (status === 304 || status === 204) return body.length === 0 ? undefined : "a body where there may be none";
  if (status !== output.status) return `answered ${status} where it promises ${output.status}`;
  switch (output.kind) {
    case "json":
    case "writtenJson":
      return mismatch(form.envelope ? form.envelope.schema(output.schema) : output.schema, body.toString());
    case "rawJson":
      return mismatch(output.schema, body.toString());
    case "stream": {
      const { item } = output;
      if (!item) return undefined;
      const lines = body.toString().split("\n").slice(0, -1);
      return lines.map((line) => mismatch(item, line)).find((problem) => problem !== undefined);
    }
    case "text":
      return undefined;
  }
}

/** Says what a request is, in one line that fits a list of problems. */
export function describeRequest({ method, url }: Unsigned): string {
  return `${method} ${url.length > 200 ? `${url.slice(0, 200)}...` : url}`;
}

function methodOf(endpoint: AnyEndpoint, example: Partial<Example>): Method {
  const methods = methodsOf(endpoint);
  const input = endpoint.input;
  const needsBody = input.body !== undefined || example.body !== undefined;
  const fitting = methods.find((method) => (method === "GET") !== needsBody);
  return fitting ?? methods[0] ?? "GET";
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function mismatch(schema: TSchema, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `no JSON: ${text.slice(0, 100)}`;
  }
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return undefined;
  const [first] = [...validator.Errors(value)];
  return `${first?.instancePath ?? ""} ${first?.message ?? "does not match"} in ${text.slice(0, 200)}`;
}
