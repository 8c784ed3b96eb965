/** Login with an access token of a GitHub user, by asking GitHub whose it is and which organizations the user owns. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { Grant } from "../core/actor.ts";
import { githubNameOf, githubPermissions, isGithubName } from "../core/github-names.ts";
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
/** Memberships past the thousandth are not looked at, unless the login is for one namespace. */
const MAX_PAGES = 10;

const user = Compile(Type.Object({ login: Type.String() }));
const membership = Type.Object({
  state: Type.String(),
  role: Type.String(),
  organization: Type.Object({ login: Type.String() }),
});
const oneMembership = Compile(membership);
const memberships = Compile(Type.Array(membership));

type Ask = (path: string) => Promise<{ status: number; value: unknown }>;

/**
 * @param namespace `io.github.acme`: the only one that the login is for. All of the user's own where left out, which may be
 *   more than a token holds.
 */
export async function exchangeGithubToken(
  deps: GithubTokenDeps,
  githubToken: string,
  namespace?: string,
): Promise<Grant> {
  const wanted = namespace === undefined ? undefined : githubNameOf(namespace);
  if (namespace !== undefined && wanted === undefined) {
    throw failed(`${JSON.stringify(namespace)} is not a namespace of GitHub: write io.github. and the account's name`);
  }
  if (!TOKEN.test(githubToken)) throw failed("the GitHub token has characters that no GitHub token has");
  const ask: Ask = (path) =>
    readJson(deps.http, `${withoutTrailing(deps.config.githubApiUrl, "/")}${path}`, {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${githubToken}`,
    });
  const { status, value } = await ask("/user");
  if (status === 401) throw failed("GitHub does not accept the token");
  if (status !== 200) throw failed(`GitHub answered the question whose token it is with status ${status}`);
  if (!user.Check(value) || !isGithubName(value.login)) throw failed("GitHub told no usable login for the token");

  const { login } = value;
  const grant = { method: "github-at", subject: login };
  if (wanted !== undefined) {
    const name = isSameName(wanted, login) ? login : await readOwnedOrganization(ask, wanted, login);
    return { ...grant, permissions: githubPermissions(name) };
  }
  const { owned, isAll } = await listOwnedOrganizations(ask);
  const permissions = [login, ...owned].flatMap(githubPermissions);
  return { ...grant, permissions, ...(isAll ? {} : { omitsNamespaces: true }) };
}

/** An organization of which the user is an owner, in the case of its name on GitHub. */
async function readOwnedOrganization(ask: Ask, name: string, login: string): Promise<string> {
  const { status, value } = await ask(`/user/memberships/orgs/${name}`);
  if (status !== 403 && status !== 404) {
    if (status !== 200) throw failed(`GitHub answered the question for an organization with status ${status}`);
    if (!oneMembership.Check(value))
      throw failed("GitHub answered the question for an organization in an unknown form");
    if (isOwned(value) && isSameName(value.organization.login, name)) return value.organization.login;
  }
  throw failed(
    `GitHub does not say that ${login} owns ${name}: log in with an owner's token that may read organization memberships`,
  );
}

/** GitHub tells accounts apart without regard to case. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isOwned({ state, role, organization }: Static<typeof membership>): boolean {
  return state === "active" && role === "admin" && isGithubName(organization.login);
}

/** Organizations of which the user is an owner; none when the token may not tell. */
async function listOwnedOrganizations(ask: Ask): Promise<{ owned: string[]; isAll: boolean }> {
  const owned: string[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `/user/memberships/orgs?state=active&per_page=${PAGE_SIZE}&page=${page}`;
    const { status, value } = await ask(path);
    // GitHub answers 403 to a token without the right to read memberships, 404 to some kinds of tokens.
    if (status === 403 || status === 404) return { owned, isAll: true };
    if (status !== 200) throw failed(`GitHub answered the question for organizations with status ${status}`);
    if (!memberships.Check(value)) throw failed("GitHub answered the question for organizations in an unknown form");
    owned.push(...value.filter(isOwned).map(({ organization }) => organization.login));
    if (value.length < PAGE_SIZE) return { owned, isAll: true };
  }
  return { owned, isAll: false };
}

function failed(reason: string): Error {
  return unauthorized(tokenErrors.exchangeFailed, reason);
}
