/** The tables of the tokens area. */
import { createToken } from "./create-token.ts";
import { exchangeAnonymous } from "./exchange-anonymous.ts";
import { exchangeDns } from "./exchange-dns.ts";
import { exchangeGithubOidc } from "./exchange-github-oidc.ts";
import { exchangeGithubToken } from "./exchange-github-token.ts";
import { exchangeHttp } from "./exchange-http.ts";
import { exchangeOidc } from "./exchange-oidc.ts";
import { getKeySet } from "./get-key-set.ts";
import { listKeys } from "./list-keys.ts";
import { listTokens } from "./list-tokens.ts";
import { revokeToken } from "./revoke-token.ts";

export const tokenEndpoints = [
  exchangeDns,
  exchangeHttp,
  exchangeGithubToken,
  exchangeGithubOidc,
  exchangeOidc,
  exchangeAnonymous,
  createToken,
  listTokens,
  revokeToken,
  listKeys,
] as const;

/** For the root of the server: RFC 8615 has well-known paths nowhere else. */
export const wellKnownEndpoints = [getKeySet] as const;
