/** Sends requests to a service that fit its table, almost fit it, or do not fit at all, and judges every answer. */
import fc from "fast-check";
import { Agent, request as httpRequest } from "node:http";
import type { TObject, TSchema } from "typebox";
import type { AnyEndpoint, Method } from "../../src/kit/endpoint/endpoint.ts";
import { fitting, garbage, nearly, oddText } from "./fuzz-values.ts";
import { methodsOf } from "../../src/kit/endpoint/endpoint.ts";
import { describeRequest, REQUEST_MS, shapeProblem, type Answer, type TestWorld, type Unsigned } from "./test-world.ts";

export interface Fuzzing {
  readonly world: TestWorld;
  readonly requests: number;
  readonly seed: number;
  /** Sent with every request, beside its credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests in progress at once. Default 8. */
  readonly concurrency?: number;
  /** Texts that no answer may hold. */
  readonly forbidden?: readonly string[];
  /** Ids of other accounts' things: parameters that want an id have one of these half of the time. */
  readonly ids?: readonly string[];
  /** How long an answer may take before it counts as a hang. Default `REQUEST_MS`. */
  readonly requestMs?: number;
}

export interface FuzzReport {
  /** Answers that break a promise, with the request; the first 20 of them. */
  readonly problems: readonly string[];
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Endpoints that answered a success at least once. */
  readonly succeeded: ReadonlySet<string>;
}

/**
 * Sends that many requests and answers the failures: a 5xx (501 is allowed), no answer in time, a success that does
 * not match the output schema, an error that does not match the form's, a forbidden text. The same seed makes the same
 * requests.
 */
export async function fuzzService({
  world,
  requests,
  seed,
  headers = {},
  concurrency = 8,
  forbidden = [],
  ids = [],
  requestMs = REQUEST_MS,
}: Fuzzing): Promise<FuzzReport> {
  const recipes = fc.sample(fc.oneof(...world.endpoints.map((endpoint) => recipeFor(world, endpoint, ids))), {
    numRuns: requests,
    seed,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const problems: string[] = [];
  const statuses: Record<number, number> = {};
  const succeeded = new Set<string>();
  const next = recipes[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let step = next.next(); !step.done && problems.length < 20; step = next.next()) {
      const recipe = step.value;
      const answer = await play(world, recipe, { headers, agent, requestMs });
      const problem = typeof answer === "string" ? answer : (judge(world, recipe, answer) ?? leak(answer, forbidden));
      if (problem !== undefined) problems.push(`${recipe.endpoint.id}: ${describe(recipe)}: ${problem}`);
      if (typeof answer === "string") continue;
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status < 300) succeeded.add(recipe.endpoint.id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  agent.destroy();
  return { problems, statuses, succeeded };
}

interface Recipe {
  readonly endpoint: AnyEndpoint;
  readonly request: Omit<Unsigned, "method"> & { readonly method: Method | "HEAD" };
  readonly contentType: string | undefined;
  readonly signed: "yes" | "no" | "malformed" | "foreign";
}

type Spelling = "encoded" | "twice" | "bare" | "broken";
type Pair = readonly [name: string, value: unknown];

const spelling = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Spelling>("encoded") },
  { weight: 1, arbitrary: fc.constantFrom<Spelling>("twice", "bare", "broken") },
);

function recipeFor(world: TestWorld, endpoint: AnyEndpoint, ids: readonly string[]): fc.Arbitrary<Recipe> {
  const { form } = world;
  const input = endpoint.input;
  const own = methodsOf(endpoint);
  const names = Object.entries((input.path?.properties ?? {}) as Record<string, TSchema>);
  const fromExamples = endpoint.examples.map(({ path }) => path).filter((path) => path !== undefined);
  const path = fc.oneof(
    { weight: fromExamples.length > 0 ? 5 : 0, arbitrary: fc.constantFrom(...fromExamples, {}) },
    {
      weight: 3,
      arbitrary: fc.record(Object.fromEntries(names.map(([name, each]) => [name, fitting(each).map(String)]))),
    },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(names.map(([name]) => [name, oddText]))) },
  ) as fc.Arbitrary<Record<string, string>>;
  return fc
    .record({
      method: weighted<Method | "HEAD">(own, ["HEAD", "GET", "POST", "DELETE", "PUT"]),
      prefix: fc.constantFrom(...form.prefixes),
      path,
      spelling,
      query: fc.tuple(pairs(input.query), pairs(input.params), spelling),
      body: bodyFor(endpoint),
      contentType: weighted<string | undefined>(
        ["application/json"],
        [
          undefined,
          "application/x-www-form-urlencoded",
          "text/plain",
          "application/json; charset=latin1",
          "x",
          "multipart/form-data",
        ],
      ),
      signed: weighted<Recipe["signed"]>(["yes"], ["no", "malformed", "foreign"]),
      idAt: ids.length === 0 ? fc.constant(undefined) : fc.option(fc.nat(ids.length - 1), { nil: undefined }),
    })
    .map((drawn) => {
      const made = withId(drawn, drawn.idAt === undefined ? undefined : ids[drawn.idAt]);
      const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) => spell(made.path[name] ?? "", made.spelling));
      const query = [...made.query[0], ...made.query[1]]
        .flatMap(([name, value]) =>
          Array.isArray(value) ? value.map((item): Pair => [name, item]) : [[name, value] as Pair],
        )
        .map(([name, value]) => `${spell(name, "encoded")}=${spell(textOf(value), made.query[2])}`)
        .join("&");
      const url = `${made.prefix}${filled}${query === "" ? "" : `?${query}`}`.slice(0, 14_000);
      const hasBody = made.method !== "GET" && made.method !== "HEAD";
      return {
        endpoint,
        request: { method: made.method, url, body: hasBody ? made.body : undefined },
        contentType: hasBody ? made.contentType : undefined,
        signed: made.signed,
      };
    });
}

interface Drawn {
  readonly query: readonly [readonly Pair[], readonly Pair[], Spelling];
  readonly body: Buffer | undefined;
}

const ID_NAME = /(^|_)id$|uid$|keyid$/;

/** The same request, but every parameter that wants an id has this one. */
function withId<Made extends Drawn>(made: Made, id: string | undefined): Made {
  if (id === undefined) return made;
  const renamed = (drawn: readonly Pair[]): readonly Pair[] =>
    drawn.map(([name, value]): Pair => [name, ID_NAME.test(name) ? id : value]);
  const [query, params, spelled] = made.query;
  const body = made.body && Buffer.from(made.body.toString().replace(/("[a-z_]*id":)"[^"]*"/g, `$1"${id}"`));
  return { ...made, query: [renamed(query), renamed(params), spelled], body };
}

function weighted<Value>(usual: readonly Value[], rare: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
}

function pairs(schema: TObject | undefined): fc.Arbitrary<readonly Pair[]> {
  if (!schema) {
    const strangers = fc.array(fc.tuple(oddText, oddText), { maxLength: 2 });
    return fc.oneof({ weight: 15, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: strangers });
  }
  const fit = fitting(schema).map((value) => Object.entries(value as object) as Pair[]);
  const almost = nearly(schema).map((value) => Object.entries(value ?? {}) as Pair[]);
  const twice = fit.map((list) => [...list, ...list]);
  return fc.oneof({ weight: 6, arbitrary: fit }, { weight: 4, arbitrary: almost }, { weight: 1, arbitrary: twice });
}

function bodyFor({ input, examples }: AnyEndpoint): fc.Arbitrary<Buffer | undefined> {
  const { body, params } = input;
  const schema = body ?? params ?? input.text;
  const shown = examples.map((example) => example.body).filter((value) => value !== undefined);
  const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? "");
  const broken = fc.oneof(
    garbage.map((value) => asJson(value).subarray(0, -1)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom("", "{", "[".repeat(10_000), '{"a":1}{"a":2}', '{"__proto__":{"x":1}}', '"\\ud800"')
      .map((text) => Buffer.from(text)),
  );
  if (!schema) return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: broken });
  return fc.oneof(
    { weight: shown.length > 0 ? 4 : 0, arbitrary: fc.constantFrom(...shown, null).map(asJson) },
    { weight: 6, arbitrary: fitting(schema).map(asJson) },
    { weight: 5, arbitrary: nearly(schema).map(asJson) },
    { weight: 2, arbitrary: garbage.map(asJson) },
    { weight: 1, arbitrary: broken },
    { weight: params ? 2 : 0, arbitrary: fc.constant(undefined) },
  );
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** A piece of an address as ASCII, whatever is in it. */
function spell(text: string, how: Spelling): string {
  const encoded = [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
  if (how === "twice") return encoded.replace(/%/g, "%25");
  if (how === "bare") return text.replace(/[^!-~]|[/?#]/g, "");
  return how === "broken" ? `${encoded}%zz%ff%` : encoded;
}

async function play(
  world: TestWorld,
  { endpoint, request, contentType, signed }: Recipe,
  { headers, agent, requestMs }: { headers: Readonly<Record<string, string>>; agent: Agent; requestMs: number },
): Promise<Answer | string> {
  const sign = {
    yes: world.credentials,
    no: () => ({}),
    malformed: world.refused.malformed,
    foreign: world.refused.foreign,
  }[signed];
  const credentials = sign(request as Unsigned, endpoint);
  const type = contentType === undefined ? {} : { "content-type": contentType };
  // Node gives a DELETE no length of its own accord, and its body would be read as the next request.
  const length = request.body === undefined ? {} : { "content-length": String(request.body.length) };
  return new Promise((resolve) => {
    const sent = httpRequest(
      world.baseUrl,
      {
        method: request.method,
        path: request.url,
        agent,
        headers: { ...headers, ...credentials, ...type, ...length },
        timeout: requestMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const answer = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(chunks),
          });
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          // A long stream has proved itself by now, and one of events, which has no end, with its first.
          const isEndless = response.headers["content-type"]?.startsWith("text/event-stream") === true;
          if (size > 4_000_000 || isEndless) {
            answer();
            sent.destroy();
          }
        });
        response.on("end", answer);
        response.on("error", (error) => resolve(`the answer broke off: ${error.message}`));
      },
    );
    const late = setTimeout(() => {
      resolve(`no answer within ${requestMs} ms`);
      sent.destroy();
    }, requestMs);
    sent.on("error", (error) => resolve(`no answer: ${error.message}`));
    sent.on("close", () => clearTimeout(late));
    sent.end(request.body);
  });
}

function judge(world: TestWorld, { endpoint, request }: Recipe, answer: Answer): string | undefined {
  const { status, body } = answer;
  if (status >= 500 && status !== 501) return `answered ${status}: ${body.toString("utf8", 0, 200)}`;
  if (request.method === "HEAD") return body.length === 0 ? undefined : "HEAD has a body";
  // An empty parameter is a doubled or trailing slash, and is sent on.
  if (status === 308) return undefined;
  const isOwn = methodsOf(endpoint).includes(request.method);
  if (!isOwn && status < 400) return undefined;
  return shapeProblem(world.form, endpoint, answer) ?? (isOwn ? world.statusProblem?.(endpoint, status) : undefined);
}

function leak({ body }: Answer, forbidden: readonly string[]): string | undefined {
  const found = forbidden.find((text) => body.includes(text));
  return found === undefined ? undefined : `the answer holds ${JSON.stringify(found)}`;
}

function describe({ request, contentType, signed }: Recipe): string {
  const body =
    request.body === undefined
      ? ""
      : ` ${contentType ?? "no type"} ${JSON.stringify(request.body.toString("utf8", 0, 300))}`;
  return `${describeRequest(request as Unsigned)}${body} (${request.body?.length ?? 0} bytes, signed: ${signed})`;
}
