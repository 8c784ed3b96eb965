/** How a session gets its next token: with what its sign-in has left, sealed in its cookie. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { parseJson } from "../../kit/text/parse-json.ts";
import type { Tokens } from "../tokens/index.ts";
import type { BrowserLogins } from "./deps.ts";

const keptShape = Type.Object({
  kind: Type.Union([Type.Literal("openid"), Type.Literal("github")]),
  /** A refresh token of the issuer, or an access token of GitHub. */
  token: Type.String(),
  /** Whose session it is. The next token must be the same subject's (OpenID Connect Core 1.0, section 12.2). */
  subject: Type.String(),
});
const validator = Compile(keptShape);

export type KeptRenewal = Static<typeof keptShape>;
export type Renewal = Pick<KeptRenewal, "kind" | "token">;

export interface Renewed {
  /** Of this registry. */
  readonly token: string;
  readonly renewal: Renewal;
}

/** Undefined where the operator has turned that login off. @throws tokens.exchangeFailed, tokens.blocked */
export type Renew = (kept: Renewal) => Promise<Renewed> | undefined;

export function renewalText(kept: KeptRenewal): string {
  return JSON.stringify(kept);
}

/** Undefined for a session that cannot be renewed. */
export function readRenewal(text: string | undefined): KeptRenewal | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  return validator.Check(value) ? value : undefined;
}

/**
 * Two pages of a browser may renew at the same moment, and many issuers take a refresh token once: both then share one
 * question.
 */
export function renewing(
  { openid, githubDevice }: BrowserLogins,
  tokens: Pick<Tokens, "exchangeOidc" | "exchangeGithubToken">,
): Renew {
  const running = new Map<string, Promise<Renewed>>();

  async function byOpenid(refreshToken: string, login: NonNullable<typeof openid>): Promise<Renewed> {
    const { idToken, refreshToken: next = refreshToken } = await login.renew(refreshToken);
    const { token } = await tokens.exchangeOidc(idToken);
    return { token, renewal: { kind: "openid", token: next } };
  }

  async function byGithub(githubToken: string): Promise<Renewed> {
    const { token } = await tokens.exchangeGithubToken(githubToken);
    return { token, renewal: { kind: "github", token: githubToken } };
  }

  function begin({ kind, token }: Renewal): Promise<Renewed> | undefined {
    if (kind === "openid") return openid && byOpenid(token, openid);
    return githubDevice && byGithub(token);
  }

  return (kept) => {
    const key = `${kept.kind} ${kept.token}`;
    const renewed = running.get(key) ?? begin(kept)?.finally(() => running.delete(key));
    if (renewed) running.set(key, renewed);
    return renewed;
  };
}
