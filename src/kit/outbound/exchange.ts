/**
 * One HTTP exchange with addresses that were checked beforehand. The socket is opened by our own connect hook, whose
 * "lookup" answers those addresses and nothing else: a host name is never resolved a second time.
 */
import { isIP, connect as connectPlain, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { Client, type buildConnector, type Dispatcher, type ProxyAgent } from "undici";
import { codeOf } from "../errors/code-of.ts";
import { orAborted } from "../time/or-aborted.ts";
import { OutboundError } from "./error.ts";
import { proxyAgent } from "./proxy-agent.ts";

/** All headers of an answer together, in bytes: node's own limit for servers. */
const MAX_HEADER_BYTES = 16 * 1024;

/** How long one of several addresses may take before the next is tried beside it; node's 250 ms is short for a far one. */
const NEXT_ADDRESS_AFTER_MS = 1000;

export interface Hop {
  readonly url: URL;
  /** Checked addresses in order of preference; at least one, unless a proxy is asked. */
  readonly addresses: readonly string[];
  /** Asked instead of the host itself. */
  readonly proxy: URL | undefined;
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly maxBytes: number;
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

export interface HopAnswer {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by ", " (RFC 9110, section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for a redirect, whose body is not read. */
  readonly body: Buffer;
}

/** Sends one request and reads its answer; the connection is closed before this returns. */
export async function exchange(hop: Hop): Promise<HopAnswer> {
  const sockets: Socket[] = [];
  const client = hop.proxy
    ? throughProxy(hop, hop.proxy)
    : new Client(hop.url.origin, { ...LIMITS, connect: pinnedConnector(hop, sockets) });
  try {
    const asked = client.request({
      origin: hop.url.origin,
      path: hop.url.pathname + hop.url.search,
      method: hop.method,
      headers: { ...hop.headers },
      body: hop.body ?? null,
      signal: hop.signal,
      reset: true,
    });
    // Before it has a connection, undici does not ask the signal.
    const answer = await orAborted(asked, hop.signal);
    // Closing the connection below fails a body that was left unread, which does no harm.
    answer.body.on("error", () => undefined);
    const headers = joinHeaders(answer.headers);
    const body = isRedirect(answer.statusCode) ? Buffer.alloc(0) : await readBody(answer, headers, hop);
    return { status: answer.statusCode, headers, body };
  } catch (error) {
    throw refusedByProxy(error) ?? error;
  } finally {
    await client.destroy().catch(() => undefined);
    for (const socket of sockets) socket.destroy();
  }
}

/** One deadline for everything is kept by the caller; undici's two start again with every part. */
const LIMITS = { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 0, bodyTimeout: 0 };

/** Plain http is handed to the proxy whole, as proxies expect it; all else goes through a tunnel that it opens. */
function throughProxy({ url, ca }: Hop, proxy: URL): ProxyAgent {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return proxyAgent({
    ...LIMITS,
    uri: proxy.origin,
    ...(proxy.username === "" ? {} : { token: basicAuthOf(proxy) }),
    connections: 1,
    proxyTunnel: url.protocol === "https:",
    requestTls: {
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    },
  });
}

/** A user without a password is sent too: some proxies take a token as the user. */
function basicAuthOf({ username, password }: URL): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** undici says it in a text only. */
function refusedByProxy(error: unknown): OutboundError | undefined {
  const text = error instanceof Error ? error.message.slice(0, 200) : "";
  const status =
    /^Proxy response \((\d{3})\)/.exec(text)?.[1] ?? /^Proxy Authentication Required \((407)\)/.exec(text)?.[1];
  if (status === undefined) return undefined;
  return new OutboundError("unreachable", `The proxy refused the connection: it answered ${status}.`, error);
}

/** Whether a status asks the client to go elsewhere (RFC 9110, section 15.4). */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function pinnedConnector(hop: Hop, sockets: Socket[]): buildConnector.connector {
  const pinned = hop.addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, options, answer) => {
    const [first] = pinned;
    if (options.all) answer(null, pinned);
    else answer(null, first?.address ?? "", first?.family);
  };
  return ({ hostname, protocol, port }, callback) => {
    const secure = protocol === "https:";
    const options = {
      host: hostname,
      port: Number(port) || (secure ? 443 : 80),
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    };
    const socket = secure
      ? connectTls({
          ...options,
          servername: isIP(hostname) ? "" : hostname,
          ALPNProtocols: ["http/1.1"],
          ...(hop.ca === undefined ? {} : { ca: [...rootCertificates, hop.ca] }),
        })
      : connectPlain(options);
    sockets.push(socket);
    let answered = false;
    const once = (...result: Parameters<typeof callback>): void => {
      if (answered) return;
      answered = true;
      callback(...result);
    };
    socket.setNoDelay(true);
    socket.once(secure ? "secureConnect" : "connect", () => once(null, socket));
    socket.on("error", (error: Error) => once(error, null));
  };
}

async function readBody(
  answer: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  hop: Hop,
): Promise<Buffer> {
  const declared = hop.method === "HEAD" ? 0 : Number(headers["content-length"] ?? 0);
  if (declared > hop.maxBytes) throw tooLarge(hop.maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > hop.maxBytes) throw tooLarge(hop.maxBytes);
    chunks.push(chunk);
  }
  return unpack(Buffer.concat(chunks, bytes), headers["content-encoding"], hop.maxBytes);
}

type Unpacker = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
  gzip: promisify(gunzip) as Unpacker,
  "x-gzip": promisify(gunzip) as Unpacker,
  deflate: promisify(inflate) as Unpacker,
  br: promisify(brotliDecompress) as Unpacker,
};

/** We ask for no encoding, but stores that keep files packed send them packed all the same. */
async function unpack(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? "").trim().toLowerCase();
  if (bytes.length === 0 || name === "" || name === "identity") return bytes;
  const unpacker = Object.hasOwn(UNPACKERS, name) ? UNPACKERS[name] : undefined;
  if (!unpacker) throw new OutboundError("refused", "The answer came in an encoding that was not asked for.");
  try {
    return await unpacker(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw new OutboundError("unreachable", "The answer was broken: its compressed body could not be read.", error);
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("tooLarge", `The answer is larger than the ${maxBytes} bytes that are read.`);
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const joined = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return Object.fromEntries(joined.filter(([, value]) => value !== undefined)) as Record<string, string>;
}
