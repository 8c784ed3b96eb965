/** An OpenID Connect issuer on loopback at which a browser logs in without being asked: the code flow with PKCE. */
import { createHash, randomBytes } from "node:crypto";
import { systemClock } from "../../src/kit/time/clock.ts";
import { idClaims, rsaKey, signRs256 } from "./id-token-issuer.ts";
import { loopbackServer } from "./loopback-server.ts";

export interface BrowserIssuer {
  /** `http://127.0.0.1:<port>` */
  readonly issuer: string;
  /** The posts to its token endpoint. */
  readonly tokenRequests: string[];
  /** Of the last login. */
  lastChallenge(): string | undefined;
  givesRefreshTokens: boolean;
  /** In place of the one that was asked for. */
  nonce: string | undefined;
  /** Whose id token a refresh token gets, in place of the user's. */
  renewsAs: string | undefined;
  /** Logs a user in, as the page of the issuer would. Answers the redirect of the browser. */
  logIn(authorizationUrl: string, user: string): { readonly code: string; readonly state: string };
  /** No refresh token counts any more. */
  endLogins(): void;
  close(): Promise<void>;
}

interface Login {
  readonly user: string;
  readonly nonce?: string | undefined;
  readonly challenge?: string | undefined;
}

type Refusal = { readonly error: string };

/** @param clientId whose redirects it answers at `/authorize`, as the user `ada` */
export async function browserIssuer(clientId: string): Promise<BrowserIssuer> {
  const key = rsaKey("browser");
  const codes = new Map<string, Login>();
  const refreshTokens = new Map<string, Login>();
  const unguessable = (): string => randomBytes(16).toString("base64url");

  const server = await loopbackServer(({ path, body }, response) => {
    if (path.startsWith("/authorize?")) {
      const asked = new URL(path, server.url);
      const back = new URL(asked.searchParams.get("redirect_uri") ?? "");
      for (const [name, value] of Object.entries(made.logIn(asked.href, "ada"))) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const answer = path === "/token" ? exchange(body) : describe(path);
    response.writeHead("error" in answer ? 400 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });

  function describe(path: string): object {
    if (path === "/keys") return { keys: [key.jwk] };
    const issuer = server.url;
    const places = { jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/authorize` };
    return { issuer, ...places, token_endpoint: `${issuer}/token` };
  }

  function exchange(body: string): object | Refusal {
    made.tokenRequests.push(body);
    const form = new URLSearchParams(body);
    const isCode = form.get("grant_type") === "authorization_code";
    const given = form.get(isCode ? "code" : "refresh_token") ?? "";
    const login = (isCode ? codes : refreshTokens).get(given);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isProved = !isCode || login?.challenge === challenge;
    if (!login || !isProved || form.get("client_id") !== clientId) return { error: "invalid_grant" };
    (isCode ? codes : refreshTokens).delete(given);
    const sub = isCode ? login.user : (made.renewsAs ?? login.user);
    const claims = { ...idClaims(server.url, clientId, systemClock().now()), sub };
    const nonce = isCode ? (made.nonce ?? login.nonce) : undefined;
    const idToken = signRs256(key, nonce === undefined ? claims : { ...claims, nonce });
    if (!made.givesRefreshTokens) return { id_token: idToken };
    const next = unguessable();
    refreshTokens.set(next, { user: login.user });
    return { id_token: idToken, refresh_token: next };
  }

  let last: Login | undefined;
  const made: BrowserIssuer = {
    issuer: server.url,
    tokenRequests: [],
    lastChallenge: () => last?.challenge,
    givesRefreshTokens: true,
    nonce: undefined,
    renewsAs: undefined,
    logIn(authorizationUrl, user) {
      const { searchParams } = new URL(authorizationUrl);
      const challenge = searchParams.get("code_challenge") ?? undefined;
      last = { user, nonce: searchParams.get("nonce") ?? undefined, challenge };
      const code = unguessable();
      codes.set(code, last);
      return { code, state: searchParams.get("state") ?? "" };
    },
    endLogins: () => refreshTokens.clear(),
    close: () => server.close(),
  };
  return made;
}
