/** Login with the id token of a GitHub Actions run: the run acts for the owner of its repository. */
import type { Grant } from "../core/actor.ts";
import { githubPermissions, isGithubName } from "../core/github-names.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import { idTokenChecker, type IdTokenDeps } from "./id-token.ts";

export interface GithubOidcConfig {
  readonly githubOidcIssuer: string;
  readonly githubOidcAudience: string;
}

/** Makes the exchange. It keeps GitHub's keys, so one of it serves all requests. */
export function githubOidcExchange(deps: IdTokenDeps, config: GithubOidcConfig): (idToken: string) => Promise<Grant> {
  const check = idTokenChecker(deps, {
    issuer: config.githubOidcIssuer,
    audience: config.githubOidcAudience,
    algorithms: ["RS256"],
  });
  return async (idToken) => {
    const { sub, repository_owner: owner } = await check(idToken);
    if (typeof owner !== "string" || !isGithubName(owner)) {
      throw unauthorized(tokenErrors.exchangeFailed, "the id token names no usable repository_owner");
    }
    return { method: "github-oidc", subject: sub, permissions: githubPermissions(owner) };
  };
}
