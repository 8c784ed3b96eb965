/**
 * Gets a token for an upstream by the client credentials grant (RFC 6749, section 4.4) from an issuer that is found by
 * OpenID Connect Discovery. No message holds the secret, a token, or text that the issuer chose freely.
 */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { proofOfClient } from "../../../kit/auth/client-credentials.ts";
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Outbound, OutboundAnswer, OutboundRequest } from "../../../kit/outbound/outbound.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";
import { toMillis } from "../../../kit/time/instant.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import type { SyncConfig } from "../settings.ts";
import { listUrl } from "./list-url.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface GivenToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

export interface TokenDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

type ClientConfig = SyncConfig & { readonly syncOidcClientSecret: string };

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 15_000;
/** Of a token that does not say how long it lives. */
const DEFAULT_SECONDS = 300;
const MAX_SECONDS = DAY_SECONDS;

const Token = Type.String({ pattern: "^[\\x21-\\x7e]{1,16384}$" });

const discovery = Compile(
  Type.Object({
    issuer: Type.String(),
    token_endpoint: Type.String({ maxLength: 2000 }),
    token_endpoint_auth_methods_supported: Type.Optional(Type.Array(Type.String())),
  }),
);
const granted = Compile(
  Type.Object({
    access_token: Token,
    token_type: Type.String({ maxLength: 100 }),
    expires_in: Type.Optional(Type.Number({ minimum: 0 })),
  }),
);
const exchanged = Compile(Type.Object({ registry_token: Token, expires_at: Type.Number() }));
/** RFC 6749, section 5.2: a word such as `invalid_client`. */
const refusal = Compile(Type.Object({ error: Type.String({ pattern: "^[a-z_]{1,40}$" }) }));

/** @throws UpstreamError when no token is given. */
export async function requestToken(deps: TokenDeps, config: ClientConfig, signal?: AbortSignal): Promise<GivenToken> {
  const endpoint = await findEndpoint(deps.outbound, config.syncOidcIssuer, signal);
  const token = await grant(deps.outbound, endpoint, config, signal);
  return config.syncOidcExchange ? await exchange(deps, config.syncUrl, token.token, signal) : token;
}

interface Endpoint {
  readonly url: string;
  /** How clients may prove themselves there. */
  readonly methods: readonly string[] | undefined;
}

async function findEndpoint(outbound: Outbound, issuer: string, signal?: AbortSignal): Promise<Endpoint> {
  const url = `${withoutTrailing(issuer, "/")}/.well-known/openid-configuration`;
  const { status, body } = await ask(outbound, "issuer", { url, signal });
  const value = read(discovery, body);
  // OpenID Connect Discovery 1.0, section 4.3: the secret must not go where another issuer's document says.
  if (status !== 200 || !value || withoutTrailing(value.issuer, "/") !== withoutTrailing(issuer, "/")) {
    throw new UpstreamError(`the issuer ${issuer} has no discovery document of its own (it answered ${status})`);
  }
  return { url: value.token_endpoint, methods: value.token_endpoint_auth_methods_supported };
}

async function grant(
  outbound: Outbound,
  { url, methods }: Endpoint,
  config: ClientConfig,
  signal?: AbortSignal,
): Promise<GivenToken> {
  const {
    syncOidcClientId: id,
    syncOidcClientSecret: secret,
    syncOidcScope: scope,
    syncOidcAudience: audience,
  } = config;
  const proof = proofOfClient({ id, secret }, methods);
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    ...(scope === "" ? {} : { scope }),
    ...(audience === "" ? {} : { audience }),
    ...proof.form,
  });
  const { status, body } = await ask(outbound, "issuer", {
    url,
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...proof.headers },
    body: form.toString(),
    signal,
  });
  if (status !== 200) {
    const word = read(refusal, body)?.error ?? "without a reason";
    throw new UpstreamError(`the issuer gave no token: it answered ${status} (${word})`);
  }
  const value = read(granted, body);
  if (!value || value.token_type.toLowerCase() !== "bearer") {
    throw new UpstreamError("the issuer gave no token: its answer does not hold a bearer token");
  }
  return { token: value.access_token, lifetimeMs: seconds(value.expires_in ?? DEFAULT_SECONDS) };
}

/** Logs in at the upstream with the issuer's token. */
async function exchange(
  { outbound, clock }: TokenDeps,
  syncUrl: string,
  token: string,
  signal?: AbortSignal,
): Promise<GivenToken> {
  const { status, body } = await ask(outbound, "upstream", {
    url: listUrl(syncUrl).replace(/\/servers$/, "/auth/oidc"),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ oidc_token: token }),
    signal,
  });
  const value = status === 200 ? read(exchanged, body) : undefined;
  if (!value) throw new UpstreamError(`the upstream's login did not take the issuer's token: it answered ${status}`);
  return { token: value.registry_token, lifetimeMs: seconds(value.expires_at - toMillis(clock.now()) / 1000) };
}

type Asked = Pick<OutboundRequest, "url" | "method" | "headers" | "body" | "signal">;

/** No redirect is followed: what these requests carry is for one place. */
async function ask(outbound: Outbound, what: string, request: Asked): Promise<OutboundAnswer> {
  const headers = { accept: "application/json", ...request.headers };
  try {
    return await outbound.request({ ...request, headers, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 0 });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new UpstreamError(`the ${what} could not be asked for a token: ${error.reason}`, { cause: error });
  }
}

function read<Value>(form: { Check(value: unknown): value is Value }, body: Buffer): Value | undefined {
  try {
    const value = JSON.parse(body.toString("utf8")) as unknown;
    return form.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function seconds(count: number): number {
  return Math.min(Math.max(count, 0), MAX_SECONDS) * 1000;
}
