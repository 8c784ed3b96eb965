/** Makes the functions that callers see of the generated table. */
import { noAnswer, refusalOf, fetchOf, send, type Answer, type ClientOptions, type Service } from "./send.ts";
import type { CallOptions, ChangeOptions, OperationTable, Params, Rare, Row } from "./operation.ts";
import { outgoing } from "./outgoing.ts";
import { pagesOf } from "./paging.ts";
import { chunksOf, linesOf } from "./streams.ts";
import { limitedSignal } from "./waiting.ts";

const TIMEOUT_MS = 30_000;

export interface Connection {
  readonly service: Service;
  readonly client: ClientOptions;
}

/** The functions by area and name. Their types are those of the generated interface. */
export function buildApi<Api>(connection: Connection, table: OperationTable): Api {
  const areas = Object.entries(table).map(([area, rows]) => [
    area,
    Object.fromEntries(
      Object.entries(rows)
        .filter(([, [, , , rare]]) => rare?.answer !== "events")
        .map(([name, row]) => [name, functionOf(connection, `${area}.${name}`, row)]),
    ),
  ]);
  return Object.fromEntries(areas) as Api;
}

function functionOf({ service, client }: Connection, operation: string, row: Row): unknown {
  const [, , , { answer, paging } = {}] = row;
  if (answer === "lines" || answer === "chunks") {
    return (params: Params = {}, options: CallOptions = {}) => {
      const chunks = streamOf({ service, client }, operation, row, params, options);
      return answer === "lines" ? documentsOf(service, linesOf(chunks)) : chunks;
    };
  }
  const valueOf = ({ body }: Answer): unknown => (service.hasEnvelope ? opened(body, answer) : body);
  const ask = (params: Params = {}, options: ChangeOptions = {}): Promise<Answer> =>
    send(service, client, { operation, row, params, options });
  const call = async (params?: Params, options?: ChangeOptions): Promise<unknown> =>
    valueOf(await ask(params, options));
  if (!paging) return call;
  const pages = (params: Params = {}, options?: CallOptions) =>
    pagesOf(paging, params, (next) => ask(next, options), valueOf);
  return Object.assign(call, {
    async *pages(params?: Params, options?: CallOptions) {
      for await (const { value } of pages(params, options)) yield value;
    },
    async *each(params?: Params, options?: CallOptions) {
      for await (const { items } of pages(params, options)) yield* items;
    },
  });
}

/** What is in the platform's envelope: `data`, or everything but `meta`. Texts and bytes have none. */
function opened(body: unknown, form: Rare["answer"]): unknown {
  if (typeof body !== "object" || body === null || !("data" in body)) return body;
  if (form === undefined) return body.data;
  const { meta: _meta, ...rest } = body as { readonly data: unknown; readonly meta?: unknown };
  return rest;
}

/** The body of an answer in pieces. Only what precedes it is limited in time: it may last. It is never asked for again. */
async function* streamOf(
  { service, client }: Connection,
  operation: string,
  row: Row,
  params: Params,
  options: CallOptions,
): AsyncGenerator<string, void, undefined> {
  const response = await openStream({ service, client }, { operation, row, params }, options);
  yield* bodyOf(service, operation, response, options.signal);
}

/** The body in pieces. @throws TripodError when it breaks off */
export async function* bodyOf(
  service: Service,
  operation: string,
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  try {
    yield* chunksOf(body);
  } catch (error) {
    signal?.throwIfAborted();
    throw noAnswer(service, operation, error);
  }
}

/** The head of an answer that is a stream. @throws TripodError */
export async function openStream(
  { service, client }: Connection,
  call: { readonly operation: string; readonly row: Row; readonly params: Params },
  { signal, timeoutMs = client.timeoutMs ?? TIMEOUT_MS }: CallOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const limited = limitedSignal(timeoutMs, signal);
  try {
    const request = outgoing(client, service.parametersIn, call);
    await service.authorize(request, limited.signal);
    Object.assign(request.headers, more);
    const asked = fetchOf(client)(request.url, { ...request.init, signal: limited.signal });
    const response = await asked.catch((error: unknown) => {
      signal?.throwIfAborted();
      throw noAnswer(service, call.operation, limited.signal.aborted ? limited.signal.reason : error);
    });
    if (!response.ok) throw await refusalOf(service, call.operation, response);
    return response;
  } finally {
    // From here on only the caller ends it.
    limited.release();
  }
}

async function* documentsOf(service: Service, lines: AsyncIterable<string>): AsyncGenerator<unknown, void, undefined> {
  for await (const line of lines) if (line !== "") yield service.parse(line);
}
