/** Tokens of the registry: how one is got, how one is checked. */
import { MAX_BEARER_CHARACTERS, parseBearer } from "../../kit/auth/bearer.ts";
import type { Sealer } from "../../kit/auth/seal.ts";
import type { AppError } from "../../kit/errors/catalogue.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Ids, Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { fromSeconds, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { DAY_MS, DAY_SECONDS } from "../../kit/time/spans.ts";
import { isForAll, type Grant, type TokenActor } from "./core/actor.ts";
import { claimsOf } from "./core/claims.ts";
import { couldMatch } from "./core/could-match.ts";
import { blockedNamespaceOf, MAX_PERMISSIONS, parsePattern, permissionsWithin } from "./core/permissions.ts";
import { tokenErrors, unauthorized } from "./errors.ts";
import type { DomainProof } from "./exchanges/domain-proof.ts";
import { exchangeAnonymous } from "./exchanges/exchange-anonymous.ts";
import { exchangeDns } from "./exchanges/exchange-dns.ts";
import { githubOidcExchange } from "./exchanges/exchange-github-oidc.ts";
import { exchangeGithubToken } from "./exchanges/exchange-github-token.ts";
import { exchangeHttp } from "./exchanges/exchange-http.ts";
import { oidcExchange } from "./exchanges/exchange-oidc.ts";
import type { HttpFetch, TxtResolver } from "./exchanges/ports.ts";
import { keyRing } from "./key-ring.ts";
import type { TokenConfig } from "./settings.ts";
import { revokedTokens } from "./revoked-tokens.ts";
import type { OperatorToken, SigningKey, TokenPlace, TokenStore } from "./store.ts";
import { tokenCodec } from "./token-codec.ts";

export interface IssuedToken {
  readonly token: string;
  readonly tokenId: string;
  readonly expiresAt: Instant;
  /** See `Grant`. */
  readonly omitsNamespaces?: true;
}

/** A public key as a JSON web key (RFC 8037). */
export interface PublicJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

export interface Tokens {
  /** Loads the signing keys, and makes one at the very first start. Throws a UserError when that cannot be. */
  start(): Promise<void>;
  exchangeDns(proof: DomainProof): Promise<IssuedToken>;
  exchangeHttp(proof: DomainProof): Promise<IssuedToken>;
  /** @param namespace the only one that the token is for, where the user owns more than a token holds */
  exchangeGithubToken(githubToken: string, namespace?: string): Promise<IssuedToken>;
  exchangeGithubOidc(idToken: string): Promise<IssuedToken>;
  /** @param nonce of the sign-in that the id token must have been made for, where this registry began it */
  exchangeOidc(idToken: string, nonce?: string): Promise<IssuedToken>;
  exchangeAnonymous(): Promise<IssuedToken>;
  /** The holder of the token in an `Authorization` header. Throws `missing`, `malformed` or `invalid`. */
  verify(authorizationHeader: string | readonly string[] | undefined): Promise<TokenActor>;
  /**
   * Makes a token without proof: for the operator's command line, and for admins. `add` keeps it, before it is shown; the
   * default is the store's own. Throws a UserError for permissions of no meaning.
   */
  issue(request: Grant & { readonly ttlSeconds: number }, add?: TokenStore["addOperatorToken"]): Promise<IssuedToken>;
  /** The public keys whose tokens count. */
  jwks(): Promise<{ keys: PublicJwk[] }>;
  /** The tokens that the operator made and that have not expired, newest first; `all`: expired ones too. */
  listIssued(filter: {
    readonly all: boolean;
    readonly limit: number;
    readonly before?: TokenPlace | undefined;
  }): Promise<OperatorToken[]>;
  /**
   * Ends a token that the operator or an admin made: at once here, within seconds in other processes. `revoke` writes that
   * down; the default is the store's own. Answers false when there is none.
   */
  revokeToken(tokenId: string, revoke?: TokenStore["revokeOperatorToken"]): Promise<boolean>;
  /** Every signing key that there was, oldest first, and which one signs. */
  listKeys(): Promise<SigningKey[]>;
  /** Makes a new key sign; tokens of the former one count until they expire. Answers the new key's id. */
  rotateKey(): Promise<string>;
  /** Ends every token that the key signed: at once here, within seconds in other processes. */
  revokeKey(kid: string): Promise<void>;
  /** Forgets proofs that could not be used again anyway. Answers how many. */
  deleteExpiredProofs(): Promise<number>;
  /** Forgets tokens of the command line a month after they expired. */
  deleteOldTokens(): Promise<void>;
}

export interface TokenDeps {
  readonly store: TokenStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly config: TokenConfig;
  readonly resolver: TxtResolver;
  /** For domains that callers name: public addresses only. */
  readonly proofHttp: HttpFetch;
  /** For GitHub and the issuers that the operator names, which may be in a private network. */
  readonly issuerHttp: HttpFetch;
}

/** This long a token of the command line is listed with `--all` after it expired. */
const KEPT_EXPIRED_DAYS = 30;

/** Rows per statement, and statements per call, of `deleteExpiredProofs` and `deleteOldTokens`. */
const BATCH_ROWS = 5000;
const MAX_BATCHES = 200;
const MAX_OPERATOR_TTL_SECONDS = 10 * 366 * DAY_SECONDS;

export function makeTokens(deps: TokenDeps): Tokens {
  const { store, clock, ids, config } = deps;
  const ring = keyRing({ ...deps, jwtPrivateKey: config.jwtPrivateKey });
  const codec = tokenCodec(ring, clock);
  const revoked = revokedTokens(store, clock);
  const issuers = { http: deps.issuerHttp, clock };
  const proveByGithubOidc = githubOidcExchange(issuers, config);
  const proveByOidc = oidcExchange(issuers, config);

  const blocked = (namespace: string): AppError => tokenErrors.blocked({ namespace, appeal: appeal(config.contact) });

  async function write(grant: Grant, ttlSeconds: number): Promise<IssuedToken> {
    const namespace = blockedNamespaceOf(grant.permissions, config.blockedNamespaces);
    if (namespace !== undefined) throw blocked(namespace);
    const claims = claimsOf(grant, { now: clock.now(), ttlSeconds }, ids.next("tok"));
    const expiresAt = fromSeconds(claims.exp);
    const omits = grant.omitsNamespaces ? { omitsNamespaces: true as const } : {};
    return { token: await codec.write(claims), tokenId: claims.jti ?? "", expiresAt, ...omits };
  }

  const exchange = async (proved: Grant | Promise<Grant>): Promise<IssuedToken> => {
    const grant = await proved;
    return thatFits(grant, await write(grant, config.tokenTtlSeconds));
  };

  /** For logins that prove a namespace to any registry: whose it is here, the operator says. */
  async function exchangeProof(proved: Grant | Promise<Grant>): Promise<IssuedToken> {
    const grant = await proved;
    const within = permissionsWithin(grant.permissions, config.allowedNamespaces);
    const [first] = grant.permissions;
    if (within.length === 0 && first) throw blocked(first.resource.split("/")[0] ?? first.resource);
    return exchange(cutToToken({ ...grant, permissions: within }));
  }

  return {
    start: () => ring.start(),
    exchangeDns: (proof) => exchangeProof(exchangeDns(deps, proof)),
    exchangeHttp: (proof) => exchangeProof(exchangeHttp({ ...deps, http: deps.proofHttp }, proof)),
    exchangeGithubToken: (...sent) => exchangeProof(exchangeGithubToken({ http: deps.issuerHttp, config }, ...sent)),
    exchangeGithubOidc: (token) => exchangeProof(proveByGithubOidc(token)),
    exchangeOidc: (token, nonce) => exchange(proveByOidc(token, nonce)),
    exchangeAnonymous: async () => exchangeProof(exchangeAnonymous(config)),
    async verify(header) {
      const bearer = parseBearer(header);
      if (bearer.kind === "missing") throw unauthorized(tokenErrors.missing);
      if (bearer.kind === "malformed") throw unauthorized(tokenErrors.malformed);
      const content = await codec.read(bearer.token);
      if ("refused" in content) throw unauthorized(tokenErrors.invalid, undefined, content.refused);
      const { tokenId } = content.actor;
      if (tokenId !== undefined && (await revoked.has(tokenId))) {
        throw unauthorized(tokenErrors.invalid, undefined, "it was revoked");
      }
      return content.actor;
    },
    async issue(request, add = (token) => store.addOperatorToken(token)) {
      refuseNonsense(request);
      const issuedAt = clock.now();
      const issued = await write(request, request.ttlSeconds);
      refuseTooLong(issued.token);
      const { tokenId, expiresAt } = issued;
      const { subject, permissions } = request;
      await add({ tokenId, subject, permissions, issuedAt, expiresAt, revokedAt: null });
      return issued;
    },
    listIssued: ({ all, ...page }) => store.listOperatorTokens({ ...page, ...(all ? {} : { now: clock.now() }) }),
    async revokeToken(tokenId, revoke = (id, at) => store.revokeOperatorToken(id, at)) {
      const isFound = await revoke(tokenId, clock.now());
      revoked.forget();
      return isFound;
    },
    listKeys: () => store.listKeys(),
    async jwks() {
      const keys = await ring.listVerifiers();
      return {
        keys: keys.map(({ kid, publicKey: x }) => ({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" })),
      };
    },
    rotateKey: () => ring.rotate(),
    revokeKey: (kid) => ring.revoke(kid),
    async deleteOldTokens() {
      const expiredBefore = plusMillis(clock.now(), -KEPT_EXPIRED_DAYS * DAY_MS);
      await deleteInBatches((limit) => store.deleteOperatorTokens(expiredBefore, limit));
    },
    deleteExpiredProofs: () => deleteInBatches((limit) => store.deleteExpiredProofs(clock.now(), limit)),
  };
}

/** As many of the permissions as a token holds. */
function cutToToken(grant: Grant): Grant {
  const { permissions } = grant;
  if (permissions.length <= MAX_PERMISSIONS) return grant;
  return { ...grant, permissions: permissions.slice(0, MAX_PERMISSIONS), omitsNamespaces: true };
}

/** A token that no request could carry is worse than none: each request would call it invalid. */
function thatFits({ permissions }: Grant, issued: IssuedToken): IssuedToken {
  if (permissions.length <= MAX_PERMISSIONS && issued.token.length <= MAX_BEARER_CHARACTERS) return issued;
  throw unauthorized(
    tokenErrors.exchangeFailed,
    "this login's permissions do not fit into a token; the registry's operator can give it fewer or shorter patterns",
  );
}

/** Deletes batch by batch until one is not full. Answers how many rows went. */
async function deleteInBatches(deleteSome: (limit: number) => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await deleteSome(BATCH_ROWS);
    deleted += count;
    if (count < BATCH_ROWS) break;
  }
  return deleted;
}

function appeal(contact: string): string {
  return contact === "" ? "If you think that is wrong, ask its operator." : `If you think that is wrong: ${contact}`;
}

function refuseTooLong({ length }: string): void {
  if (length <= MAX_BEARER_CHARACTERS) return;
  throw new UserError(
    `The token would have ${length} characters, and requests carry ${MAX_BEARER_CHARACTERS}: give it fewer or shorter ` +
      "names, such as io.example/* for several of a namespace.",
  );
}

function refuseNonsense({ permissions, ttlSeconds }: Grant & { readonly ttlSeconds: number }): void {
  for (const { action, resource } of permissions) {
    if (isForAll(action) && resource !== "*") {
      throw new UserError(`A token may ${action} the whole registry or nothing: the resource of \`${action}\` is *.`);
    }
    if (parsePattern(resource) === undefined || !couldMatch(resource)) {
      throw new UserError(
        `"${resource}" is not a pattern of server names: use a name (io.example/weather), the beginning of one with * at ` +
          "its end (io.example/*), or *.",
      );
    }
  }
  if (permissions.length === 0 || permissions.length > MAX_PERMISSIONS) {
    throw new UserError(`A token needs at least one permission and may have ${MAX_PERMISSIONS}.`);
  }
  if (!Number.isSafeInteger(ttlSeconds) || ttlSeconds < 1 || ttlSeconds > MAX_OPERATOR_TTL_SECONDS) {
    throw new UserError("A token counts for a whole number of seconds, at most ten years.");
  }
}
