/** Requests as a hostile stranger sends them: to every operation of every service, and to the server below them. */
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { playersEndpoints } from "../../src/players/endpoints.ts";
import { registryEndpoints } from "../../src/registry/endpoints.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { numbersFrom } from "../registry/random.ts";

export interface HostileRequest {
  readonly kind: string;
  readonly bytes: Buffer;
  /**
   * What follows the bytes. `answer`: one whole answer; `any`: whatever comes until the server ends the connection or
   * has answered; `leave`: the caller goes away at once.
   */
  readonly awaits: "answer" | "any" | "leave";
}

interface Table {
  readonly name: string;
  readonly prefix: string;
  readonly endpoints: readonly AnyEndpoint[];
  /** Those that run for strangers. */
  readonly open: readonly AnyEndpoint[];
  /** The key that everybody knows, where there is one. */
  readonly credentials: readonly string[];
}

const TABLES: readonly Table[] = [
  table("registry", "/v0.1", registryEndpoints),
  { ...table("players", "", playersEndpoints), open: playersEndpoints, credentials: ["Authorization: demo"] },
  table("trading", "/api/v2", tradingEndpoints),
];

function table(name: string, prefix: string, all: readonly AnyEndpoint[]): Table {
  // Logins make the program ask servers on the network; nothing here leaves the machine.
  const endpoints = all.filter(({ id }) => !id.startsWith("tokens.exchange"));
  const open = endpoints.filter(({ auth }) => auth === "public" || auth === "visitor");
  return { name, prefix, endpoints, open, credentials: [] };
}

const FRONT =
  "/ /health /ready /docs /docs/trading /console /console/trading /openapi/trading.json /openapi/registry.json".split(
    " ",
  );

/** URLs longer than 16 KB are refused before anything looks at them. */
const LONG = 12_000;

const TEXTS: readonly string[] = [
  "",
  " ",
  "0",
  "-1",
  "1e400",
  "NaN",
  "null",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%",
  "%zz",
  "%00",
  "%25%30%30",
  "\u202e\ufeff",
  "' or 1=1 --",
  "$(id)",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "9".repeat(LONG),
  `${"9".repeat(LONG)}x`,
  `${"9.".repeat(LONG / 2)}x`,
  `${"0".repeat(LONG)}1`,
  "a".repeat(LONG),
  `${" ".repeat(LONG)}x`,
  "-".repeat(LONG),
  "%20".repeat(LONG / 3),
  "P".padEnd(LONG, "1"),
  "2026-01-01T00:00:00".padEnd(LONG, "0"),
  "(a+)+".repeat(1_000),
  ",".repeat(LONG),
  "eyJhbGciOiJub25lIn0.e30.",
];

const ACCEPTED = ["", "br", "gzip", "br;q=0.1, gzip;q=0.2", "*", ",".repeat(4_000), "gzip;q=".padEnd(4_000, "1")];

/** An endless source of requests, which follow from the seed. */
export function hostileRequests(seed: number, scripts: readonly string[]): () => HostileRequest {
  const front = [...FRONT, ...scripts];
  const random = numbersFrom(seed);
  const one = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const oddText = (): string => one(TEXTS);
  const escaped = (text: string): string => (random() < 0.7 ? encodeURIComponent(text) : withoutBreaks(text));

  const headersOf = (): string[] => {
    const headers = ["Host: 127.0.0.1"];
    const accepted = one(ACCEPTED);
    if (accepted !== "") headers.push(`Accept-Encoding: ${accepted}`);
    if (random() < 0.3) headers.push(`Authorization: Bearer ${withoutBreaks(oddText()).slice(0, 6_000)}`);
    if (random() < 0.2) headers.push(`Key: ${withoutBreaks(oddText()).slice(0, 6_000)}`);
    if (random() < 0.1) headers.push(`X-Forwarded-For: ${withoutBreaks(oddText()).slice(0, 1_000)}`);
    if (random() < 0.1) headers.push(`If-None-Match: ${'"a",'.repeat(1_000)}"b"`);
    if (random() < 0.1) headers.push(`Cookie: ${"a=b; ".repeat(500)}`);
    return headers;
  };

  const oddValue = (depth = 0): unknown => {
    const dice = random();
    if (dice < 0.6) return oddText();
    if (dice < 0.7) return random() * 1e300;
    if (dice < 0.8 || depth > 3) return one([null, true, -1, 1e21, []]);
    return Object.fromEntries(Array.from({ length: 3 }, () => [oddText().slice(0, 50), oddValue(depth + 1)]));
  };

  const bodyOf = (endpoint: AnyEndpoint): Buffer => {
    const dice = random();
    if (dice < 0.05) return Buffer.from("[".repeat(100_000));
    if (dice < 0.1) return Buffer.from(`{"a":${'{"a":'.repeat(20_000)}`);
    if (dice < 0.15) return Buffer.alloc(700_000, "9");
    if (dice < 0.2) return Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]);
    const shown = endpoint.examples.map(({ body }) => body).filter((body) => body !== undefined);
    if (dice < 0.4 && shown.length > 0) return Buffer.from(JSON.stringify(one(shown)));
    const { body, params } = endpoint.input as { body?: Shape; params?: Shape };
    const names = Object.keys(body?.properties ?? params?.properties ?? {});
    const chosen = names.filter(() => random() < 0.6);
    return Buffer.from(JSON.stringify(Object.fromEntries(chosen.map((name) => [name, oddValue()]))));
  };

  const toTable = (): HostileRequest => {
    const { name: kind, prefix, endpoints, open, credentials } = one(TABLES);
    const isOpen = random() < 0.6;
    const endpoint = one(isOpen ? open : endpoints);
    const method =
      random() < 0.9 ? one(methodsOf(endpoint)) : one(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);
    const known = one([...endpoint.examples.map(({ path }) => path), undefined]);
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      escaped(known?.[name] ?? oddText()).slice(0, LONG),
    );
    const { query, params } = endpoint.input as { query?: Shape; params?: Shape };
    const names = Object.keys({ ...query?.properties, ...params?.properties });
    // Most of an example that works, so that what is odd is not always refused by the first check.
    const shown = random() < 0.6 ? Object.entries(one([...endpoint.examples, undefined])?.query ?? {}) : [];
    const pairs = [
      ...shown.filter(() => random() < 0.9).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
      ...names.filter(() => random() < (shown.length > 0 ? 0.1 : 0.3)).map((name) => `${name}=${escaped(oddText())}`),
    ];
    const url = `${prefix}${path}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`.slice(0, 14_000);
    const body = method === "GET" || method === "OPTIONS" ? undefined : bodyOf(endpoint);
    const type = one(["application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data; x"]);
    const about = body ? [`Content-Type: ${type}`, `Content-Length: ${body.length}`] : [];
    return {
      kind,
      bytes: Buffer.concat([
        head(`${method} ${url}`, [...(isOpen ? credentials : []), ...headersOf(), ...about]),
        body ?? Buffer.alloc(0),
      ]),
      awaits: "answer",
    };
  };

  const toFront = (): HostileRequest => ({
    kind: "front",
    bytes: head(`${one(["GET", "GET", "HEAD"])} ${one(front)}`, headersOf()),
    awaits: random() < 0.2 ? "leave" : "answer",
  });

  const ahead = (): HostileRequest => ({
    kind: "sent ahead",
    bytes: Buffer.concat(Array.from({ length: one([20, 90, 150]) }, () => head(`GET ${one(front)}`, ["Host: a"]))),
    awaits: "leave",
  });

  const broken = (): HostileRequest => ({
    kind: "broken",
    bytes: one<() => Buffer>([
      () => Buffer.from(Array.from({ length: 500 }, () => Math.floor(random() * 256))),
      () => Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      () => head("GET /", ["Host: a", `X: ${"x".repeat(20_000)}`]),
      () =>
        head(
          "GET /",
          Array.from({ length: 3_000 }, (_, at) => `a${at}: b`),
        ),
      () => head("POST /v0.1/publish", ["Host: a", "Content-Length: 5", "Transfer-Encoding: chunked"]),
      () =>
        Buffer.concat([head("POST /v0.1/publish", ["Host: a", "Transfer-Encoding: chunked"]), Buffer.from("zz\r\n")]),
      () => head(`GET ${"/a".repeat(20_000)}`, ["Host: a"]),
      () => head("GET http://169.254.169.254/latest HTTP/1.1\r\nX: a", []),
      () => Buffer.from("GET / HTTP/1.1\r\n\r\n"),
      () => head("CONNECT localhost:22", ["Host: a"]),
    ])(),
    awaits: "any",
  });

  const socket = (): HostileRequest => {
    const path = one(["/api/v2/ws", "/socket.io/?EIO=4&transport=websocket", "/docs", "/socket.io/?EIO=9&transport=x"]);
    const shake = ["Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
    const key = one(["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: no"]);
    const frames = Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256)));
    return { kind: "socket", bytes: Buffer.concat([head(`GET ${path}`, [...shake, key]), frames]), awaits: "any" };
  };

  const gone = (): HostileRequest => {
    const { bytes } = toTable();
    return {
      kind: "gone in the middle",
      bytes: bytes.subarray(0, Math.ceil(bytes.length * random())),
      awaits: "leave",
    };
  };

  return () => {
    const dice = random();
    if (dice < 0.7) return toTable();
    if (dice < 0.8) return toFront();
    if (dice < 0.88) return broken();
    if (dice < 0.94) return socket();
    if (dice < 0.96) return ahead();
    return gone();
  };
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Characters that would end a line, and so the request itself, are for `broken`. */
function withoutBreaks(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, "_");
}

function head(first: string, headers: readonly string[]): Buffer {
  return Buffer.from([`${first} HTTP/1.1`, ...headers, "", ""].join("\r\n"), "latin1");
}
