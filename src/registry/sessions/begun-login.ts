/** A browser's part of a sign-in in progress, sealed in a cookie of minutes. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { CredentialCookie, Held } from "../../kit/auth/credential-cookie.ts";
import { parseJson } from "../../kit/text/parse-json.ts";
import { plusMillis, type Instant } from "../../kit/time/instant.ts";
import { SECOND_MS } from "../../kit/time/spans.ts";
import { invariant } from "../../kit/errors/invariant.ts";

const begunOpenid = Type.Object({
  kind: Type.Literal("openid"),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
});
const begunGithub = Type.Object({
  kind: Type.Literal("github"),
  deviceCode: Type.String(),
  waitSeconds: Type.Integer({ minimum: 1 }),
});
const begunLogin = Type.Union([begunOpenid, begunGithub]);
const validator = Compile(begunLogin);

export type BegunLogin = Static<typeof begunLogin>;

/** The `Set-Cookie` that keeps it. It takes the place of a sign-in that was begun before. */
export function keepLogin(
  begunLogins: Pick<CredentialCookie, "begin">,
  login: BegunLogin,
  { now, lastsSeconds }: { readonly now: Instant; readonly lastsSeconds: number },
): string {
  const endsAt = plusMillis(now, lastsSeconds * SECOND_MS);
  const begun = begunLogins.begin({ credential: JSON.stringify(login), endsAt }, now);
  invariant(begun !== undefined, "what a begun sign-in keeps fits a cookie");
  return begun.setCookie;
}

/** Undefined for none. */
export function begunLoginOf(held: Held | undefined): BegunLogin | undefined {
  const value = held && parseJson(held.credential);
  return validator.Check(value) ? value : undefined;
}
