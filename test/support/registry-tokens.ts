/**
 * The needs of login tests: a clock that stands still, publishers with real keys, and loopback servers to prove them.
 */
import { ECDH, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type * as Dns2 from "dns2";
import { sealer } from "../../src/kit/auth/seal.ts";
import type { AppError } from "../../src/kit/errors/catalogue.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock, type Clock } from "../../src/kit/time/clock.ts";
import { formatInstant, fromMillis, plusMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { ProofAlgorithm } from "../../src/registry/tokens/core/proof-record.ts";
import type { HttpFetch } from "../../src/registry/tokens/exchanges/ports.ts";
import { makeTokens, type TokenConfig, type TokenDeps, type Tokens } from "../../src/registry/tokens/index.ts";
import { tokenStore } from "../../src/registry/tokens/sql/token-store.ts";

export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** Stands at 2026-01-01T12:00:00Z until it is advanced. */
export function testClock(): TestClock {
  let now: Instant = fromMillis(Date.UTC(2026, 0, 1, 12));
  const clock = systemClock();
  return {
    ...clock,
    now: () => now,
    advance(ms) {
      now = plusMillis(now, ms);
    },
  };
}

export const defaultTokenConfig: TokenConfig = {
  tokenTtlSeconds: 300,
  anonymousAuth: false,
  githubApiUrl: "https://api.github.example",
  githubUrl: "https://github.example",
  githubClientId: "",
  githubOidcIssuer: "https://actions.example",
  githubOidcAudience: "mcp-registry",
  oidcIssuer: "",
  oidcClientId: "",
  oidcScope: "openid",
  oidcExtraClaims: [],
  oidcPublishPatterns: [],
  oidcEditPatterns: [],
  oidcAdminClaims: [],
  blockedNamespaces: [],
  allowedNamespaces: [],
  contact: "",
  dnsServers: [],
};

const noHttp: HttpFetch = { request: () => Promise.reject(new Error("this test makes no HTTP requests")) };

type TestTokenDeps = Omit<Partial<TokenDeps>, "config"> & {
  readonly config?: Partial<TokenConfig>;
  readonly db: Database;
};

/** Tokens on a test's database, with its own clock unless one is given. Not started. */
export function testTokens({ db, config, ...deps }: TestTokenDeps): Tokens {
  return makeTokens({
    store: tokenStore(db),
    sealer: sealer([{ id: "test", key: new Uint8Array(32).fill(7) }]),
    clock: testClock(),
    ids: systemIds(),
    random: systemRandom(),
    resolver: { txt: () => Promise.reject(new Error("this test makes no DNS requests")) },
    proofHttp: noHttp,
    issuerHttp: noHttp,
    ...deps,
    config: { ...defaultTokenConfig, ...config },
  });
}

export interface Publisher {
  /** The record that names the key. */
  readonly record: string;
  readonly fingerprint: string;
  /** A proof of this moment for the domain, in the member names of a request. */
  prove(domain: string, at: Instant): { domain: string; timestamp: string; signedTimestamp: string };
}

/** A publisher with a new key. */
export function publisher(algorithm: ProofAlgorithm): Publisher {
  const { publicKey, privateKey } =
    algorithm === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "secp384r1" });
  const encoded = rawPublicKey(publicKey).toString("base64");
  return {
    record: `v=MCPv1; k=${algorithm}; p=${encoded}`,
    fingerprint: `${algorithm} ${encoded.slice(0, 8)}`,
    prove(domain, at) {
      const timestamp = formatInstant(at);
      const text = Buffer.from(timestamp);
      const signature =
        algorithm === "ed25519"
          ? sign(null, text, privateKey)
          : sign("sha384", text, { key: privateKey, dsaEncoding: "ieee-p1363" });
      return { domain, timestamp, signedTimestamp: signature.toString("hex") };
    },
  };
}

function rawPublicKey(key: KeyObject): Buffer {
  const { kty, x = "", y = "" } = key.export({ format: "jwk" });
  if (kty === "OKP") return Buffer.from(x, "base64url");
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return ECDH.convertKey(point, "secp384r1", undefined, undefined, "compressed") as Buffer;
}

export interface DnsServer {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** TXT records by domain; a domain that is not there does not exist. `"refuse"` makes the server fail. */
  readonly zone: Map<string, readonly (string | readonly string[])[] | "refuse">;
  readonly asked: string[];
  close(): Promise<void>;
}

/** A name server on loopback. */
export async function dnsServer(): Promise<DnsServer> {
  // The package's types declare a class with merged members that only `require` makes usable.
  const dns2 = createRequire(import.meta.url)("dns2") as typeof Dns2.default;
  const zone: DnsServer["zone"] = new Map();
  const asked: string[] = [];
  const server = dns2.createUDPServer((request, send) => {
    const response = dns2.Packet.createResponseFromRequest(request);
    const name = request.questions[0]?.name ?? "";
    asked.push(name);
    const records = zone.get(name.toLowerCase());
    if (records === "refuse") response.header.rcode = 2;
    else if (records === undefined) response.header.rcode = 3;
    else {
      for (const data of records) {
        response.answers.push({
          name,
          type: 16,
          class: 1,
          ttl: 1,
          data,
        } as unknown as (typeof response.answers)[number]);
      }
    }
    void send(response);
  });
  const socket = server as unknown as { address(): AddressInfo; close(done: () => void): void };
  await server.listen(0, "127.0.0.1");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

export interface LoopbackFetch extends HttpFetch {
  /** The URLs that were asked for, before they were led to loopback. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** The real guard, with every https host led to the loopback server at `url`. */
export function loopbackFetch(url: string): LoopbackFetch {
  const guard = outbound({ allowPrivate: ["127.0.0.0/8"], userAgent: "Tripod-Test/1.0", clock: systemClock() });
  const asked: string[] = [];
  return {
    asked,
    request(request) {
      const { href, host, pathname, search } = new URL(request.url);
      asked.push(href);
      const headers = { ...request.headers, "x-asked-host": host };
      return guard.request({ ...request, url: `${url}${pathname}${search}`, headers });
    },
    close: () => guard.close(),
  };
}

/** The AppError with which this work is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (error instanceof Error && error.name === "AppError") return error as AppError;
  throw error;
}
