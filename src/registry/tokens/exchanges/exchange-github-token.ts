/** Login with an access token of a GitHub user, by asking GitHub whose it is and which organizations the user owns. */
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Grant } from "../core/actor.ts";
import { githubPermissions, isGithubName } from "../core/github-names.ts";
import { MAX_PERMISSIONS } from "../core/permissions.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import type { HttpFetch } from "./ports.ts";
import { readJson } from "./read-json.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

export interface GithubTokenDeps {
  readonly http: HttpFetch;
  readonly config: { readonly githubApiUrl: string };
}

/** What may be in a header of a request that is made of it. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const PAGE_SIZE = 100;
/** Memberships past the thousandth are not looked at. */
const MAX_PAGES = 10;

const user = Compile(Type.Object({ login: Type.String() }));
const memberships = Compile(
  Type.Array(
    Type.Object({
      state: Type.String(),
      role: Type.String(),
      organization: Type.Object({ login: Type.String() }),
    }),
  ),
);

export async function exchangeGithubToken(deps: GithubTokenDeps, githubToken: string): Promise<Grant> {
  if (!TOKEN.test(githubToken)) throw failed("the GitHub token has characters that no GitHub token has");
  const ask = (path: string) =>
    readJson(deps.http, `${withoutTrailing(deps.config.githubApiUrl, "/")}${path}`, {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${githubToken}`,
    });
  const { status, value } = await ask("/user");
  if (status === 401) throw failed("GitHub does not accept the token");
  if (status !== 200) throw failed(`GitHub answered the question whose token it is with status ${status}`);
  if (!user.Check(value) || !isGithubName(value.login)) throw failed("GitHub told no usable login for the token");

  const organizations = await listOwnedOrganizations(ask);
  const names = [value.login, ...organizations].slice(0, MAX_PERMISSIONS);
  return { method: "github-at", subject: value.login, permissions: names.flatMap(githubPermissions) };
}

/** Organizations of which the user is an owner; none when the token may not tell. */
async function listOwnedOrganizations(
  ask: (path: string) => Promise<{ status: number; value: unknown }>,
): Promise<string[]> {
  const owned: string[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/user/memberships/orgs?state=active&per_page=${PAGE_SIZE}&page=${page}`;
    const { status, value } = await ask(path);
    // GitHub answers 403 to a token without the right to read memberships, 404 to some kinds of tokens.
    if (status === 403 || status === 404) return owned;
    if (status !== 200) throw failed(`GitHub answered the question for organizations with status ${status}`);
    if (!memberships.Check(value)) throw failed("GitHub answered the question for organizations in an unknown form");
    for (const { state, role, organization } of value) {
      if (state === "active" && role === "admin" && isGithubName(organization.login)) owned.push(organization.login);
    }
    if (value.length < PAGE_SIZE) break;
  }
  return owned;
}

function failed(reason: string): Error {
  return unauthorized(tokenErrors.exchangeFailed, reason);
}
