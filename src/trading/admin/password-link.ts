/** Links with which users set their passwords: mailed where mail is sent, and else shown to the admin once. */
import { Type } from "typebox";
import { toSeconds } from "../../kit/time/instant.ts";
import { hashPassword, makePasswordLink, maskEmail, type IssuedLink, type PasswordReset } from "../accounts/index.ts";
import { seconds } from "../shapes.ts";
import type { IssueLinkDeps } from "./deps.ts";

type MailOf = (username: string, token: string, url: string | undefined) => PasswordReset["link"]["mail"];

interface Addressee {
  readonly username: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
}

const PASSWORD_BYTES = 32;

/** What an answer says of a link. */
export const linkAnswer = {
  mailed_to: Type.Union([Type.String(), Type.Null()], {
    description: "Where the link was mailed, such as `a***@example.com`; null where it was not",
  }),
  link: Type.Union(
    [
      Type.Object({
        token: Type.String({ description: "For `user/password/reset`" }),
        url: Type.Union([Type.String(), Type.Null()], { description: "The console's page with the token" }),
        expires_at: seconds,
      }),
      Type.Null(),
    ],
    { description: "Shown in this answer only, where no mail is set up or the address is not verified; else null" },
  ),
};

export interface MadeLink {
  readonly link: PasswordReset["link"];
  /** Of a password that is not known to anyone, until the link sets another. */
  readonly passwordHash: string;
  readonly answer: {
    readonly mailed_to: string | null;
    readonly link: { readonly token: string; readonly url: string | null; readonly expires_at: number } | null;
  };
}

/** Makes a link, the mail that carries it, and the password that holds until then. */
export async function makeLink(deps: IssueLinkDeps, of: Addressee, mailOf: MailOf): Promise<MadeLink> {
  const passwordHash = await hashPassword(Buffer.from(deps.random.bytes(PASSWORD_BYTES)).toString("base64url"));
  const made = makePasswordLink(deps);
  const isMailed = deps.hasMail && of.isEmailVerified;
  const { tokenHash, at, expiresAt, token, url } = made;
  const mail = isMailed ? mailOf(of.username, token, url) : undefined;
  const answer = isMailed ? { mailed_to: maskEmail(of.email), link: null } : { mailed_to: null, link: shown(made) };
  return { link: { tokenHash, mail, at, expiresAt }, passwordHash, answer };
}

function shown({ token, url, expiresAt }: IssuedLink) {
  return { token, url: url ?? null, expires_at: toSeconds(expiresAt) };
}
