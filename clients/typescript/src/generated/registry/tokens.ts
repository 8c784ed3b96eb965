// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, Paged } from "../../operation.ts";
import type { DomainProof, GithubToken, IdToken, ListedToken, MadeToken, NewToken, RegistryToken, RevokedToken, SigningKeys, TokenPage } from "./schemas.ts";

export interface ExchangeDnsParams {
  body: DomainProof;
}

export interface ExchangeHttpParams {
  body: DomainProof;
}

export interface ExchangeGithubTokenParams {
  body: GithubToken;
}

export interface ExchangeGithubOidcParams {
  body: IdToken;
}

export interface ExchangeOidcParams {
  body: IdToken;
}

export interface CreateTokenParams {
  body: NewToken;
}

export interface ListTokensParams {
  /** `metadata.nextCursor` of the page before, exactly as returned. */
  cursor?: string;
  /** Entries on a page. 1 to 100. Default: 50. */
  limit?: number;
  /** Those that expired in the last month too. Default: false. */
  expired?: boolean;
}

export interface RevokeTokenParams {
  /** As in the list of tokens. */
  tokenId: string;
}

export interface TokensOperations {
  /**
   * Log in by a DNS record. The domain names its keys in TXT records `v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1;
   * k=ecdsap384; p=BASE64` of its own name. The token may publish in the reversed domain and everything below it:
   * `com.example/*`, `com.example.*`. A signature is accepted once.
   */
  exchangeDns(params: ExchangeDnsParams, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Log in by a file on a web server. The domain names its keys in `https://DOMAIN/.well-known/mcp-registry-auth`,
   * one record a line: `v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1; k=ecdsap384; p=BASE64`, 4096 bytes at most,
   * without a redirect. The token may publish in the reversed domain: `com.example/*`. A signature is accepted once.
   */
  exchangeHttp(params: ExchangeHttpParams, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Log in with a GitHub access token. The token may publish in `io.github.LOGIN/*` and in `io.github.ORGANIZATION/*`
   * for each organization whose owner the user is, as far as the GitHub token may read memberships. A token holds at
   * most 100 namespaces: an owner of more gets `omits_namespaces`, and names the one to publish in with `namespace`.
   * The GitHub token is not kept.
   */
  exchangeGithubToken(params: ExchangeGithubTokenParams, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Log in from GitHub Actions. Takes the id token that GitHub makes for a run with the permission `id-token: write`
   * and the registry's audience. The token may publish in `io.github.OWNER/*`.
   */
  exchangeGithubOidc(params: ExchangeGithubOidcParams, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Log in with an id token of this registry's own issuer. The names that the token may publish and edit are
   * configured. Answers 404 without an issuer.
   */
  exchangeOidc(params: ExchangeOidcParams, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Get a token for trials. The token may publish and edit in `io.modelcontextprotocol.anonymous/*`. Answers 404
   * where it is off.
   */
  exchangeAnonymous(params?: Record<string, never>, options?: CallOptions): Promise<RegistryToken>;
  /**
   * Make a token. The token is shown in this answer and never again. Tokens of admins are made on the command line
   * only, so that a token that leaked cannot outlive itself as an admin.
   */
  createToken(params: CreateTokenParams, options?: CallOptions): Promise<MadeToken>;
  /**
   * Tokens that were made without a login. Newest first, on the command line or by an admin. The tokens themselves
   * are not kept.
   */
  listTokens: Paged<ListTokensParams | undefined, TokenPage, ListedToken>;
  /**
   * Revoke a token. It counts no more: at once in this process, within five seconds in others. Revoking it again
   * changes nothing.
   */
  revokeToken(params: RevokeTokenParams, options?: CallOptions): Promise<RevokedToken>;
  /** Keys that sign tokens. Oldest first. They are rotated and revoked with `tripod registry keys`. */
  listKeys(params?: Record<string, never>, options?: CallOptions): Promise<SigningKeys>;
}
