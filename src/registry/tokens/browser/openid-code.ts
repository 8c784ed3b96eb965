/**
 * Sign-in at the operator's issuer by the authorization code flow (OpenID Connect Core 1.0, section 3.1) with PKCE
 * (RFC 7636). The browser carries the code only; this server exchanges it, so the issuer needs no CORS.
 */
import { createHash } from "node:crypto";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { proofOfClient } from "../../../kit/auth/client-credentials.ts";
import type { Random } from "../../../kit/ids/ids.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "../exchanges/ports.ts";
import type { TokenConfig } from "../settings.ts";
import { issuerPlaces } from "./issuer-places.ts";
import { reasonOfAnswer, sendForm } from "./send-form.ts";

/** The values that a browser must keep, unseen by pages, until the issuer sends it back. */
export interface BegunOpenid {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface OpenidTokens {
  readonly idToken: string;
  /** Undefined where the issuer gives none. */
  readonly refreshToken: string | undefined;
}

export interface OpenidLogin {
  /** Answers the address at the issuer to which the browser goes. @throws tokens.exchangeFailed */
  begin(): Promise<{ readonly url: string; readonly begun: BegunOpenid }>;
  /** Exchanges the code with which the browser came back. @throws tokens.exchangeFailed */
  finish(code: string, begun: BegunOpenid): Promise<OpenidTokens>;
  /** Gets the next id token. @throws tokens.exchangeFailed when the issuer has ended the login */
  renew(refreshToken: string): Promise<OpenidTokens>;
}

export interface OpenidDeps {
  readonly http: HttpFetch;
  readonly clock: Clock;
  readonly random: Random;
  /** The console's page to which the issuer sends browsers back. */
  readonly callbackUrl: string | undefined;
}

interface Served {
  /** Where browsers reach this server, without a slash at its end. */
  readonly publicUrl?: string | undefined;
  readonly hasConsole?: boolean | undefined;
}

/** Undefined where the address of this server is not set, or the console is off: the page for it is not served then. */
export function callbackUrlOf({ publicUrl, hasConsole }: Served): string | undefined {
  return publicUrl === undefined || hasConsole !== true ? undefined : `${publicUrl}/console/callback`;
}

type OpenidConfig = Pick<TokenConfig, "oidcIssuer" | "oidcClientId" | "oidcClientSecret" | "oidcScope">;

const RANDOM_BYTES = 32;
const Token = Type.String({ pattern: "^[\\x21-\\x7e]+$", maxLength: 32_768 });
const granted = Compile(Type.Object({ id_token: Token, refresh_token: Type.Optional(Token) }));

/** Undefined without an issuer, a client, or a page to which the issuer sends browsers back. */
export function openidLogin(
  { http, clock, random, callbackUrl }: OpenidDeps,
  { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret, oidcScope: scope }: OpenidConfig,
): OpenidLogin | undefined {
  if (issuer === "" || id === "" || callbackUrl === undefined) return undefined;
  const find = issuerPlaces(http, clock, issuer);
  const unguessable = (): string => Buffer.from(random.bytes(RANDOM_BYTES)).toString("base64url");

  async function ask(form: Readonly<Record<string, string>>): Promise<OpenidTokens> {
    const places = await find();
    const proof = proofOfClient({ id, secret }, places.token_endpoint_auth_methods_supported);
    const answer = await sendForm(http, places.token_endpoint, { ...form, ...proof.form }, proof.headers);
    const { status, value } = answer;
    if (status !== 200 || !granted.Check(value)) {
      const reason = `${issuer} gave no id token: ${reasonOfAnswer(answer)}`;
      throw unauthorized(tokenErrors.exchangeFailed, reason);
    }
    return { idToken: value.id_token, refreshToken: value.refresh_token };
  }

  return {
    async begin() {
      const { authorization_endpoint: endpoint } = await find();
      const begun = { state: unguessable(), nonce: unguessable(), verifier: unguessable() };
      const url = new URL(endpoint);
      const asked = {
        response_type: "code",
        client_id: id,
        redirect_uri: callbackUrl,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: createHash("sha256").update(begun.verifier).digest("base64url"),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return { url: url.href, begun };
    },
    finish: (code, { verifier }) =>
      ask({ grant_type: "authorization_code", code, redirect_uri: callbackUrl, code_verifier: verifier }),
    renew: (refreshToken) => ask({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}
