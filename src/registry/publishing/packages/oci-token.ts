/**
 * Anonymous tokens for pulling images, as the distribution project's registries give them out: the registry answers 401
 * and says where to ask. It may only send us to itself, or to a place that is known to speak for it, since a registry
 * is named by the publisher.
 */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import { CheckEnded, readJson, requireOk, type RegistryCall } from "./call.ts";
import { parseBearerChallenge } from "./core/challenge.ts";

/** Registries whose tokens come from another host. */
const KNOWN_REALMS: Readonly<Record<string, string>> = { "docker.io": "https://auth.docker.io" };

/** Tokens are a few hundred characters; those with a certificate chain, a few thousand. */
const MAX_TOKEN_CHARACTERS = 16 * 1024;

/**
 * Answers a function that takes the 401's `WWW-Authenticate` and fetches a token for pulling this repository only.
 * It throws CheckEnded when there is none to be had.
 */
export function imageTokens(
  call: RegistryCall,
  base: string,
  host: string,
  repository: string,
  ownHosts: ReadonlyMap<string, string>,
): (wwwAuthenticate: string, signal: AbortSignal) => Promise<string> {
  // An operator's registries may speak for each other; a public one has no business with them.
  const trusted = ownHosts.has(host) ? [base, ...ownHosts.values()] : [base];
  const origins = new Set(trusted.map((url) => new URL(url).origin));
  const known = Object.hasOwn(KNOWN_REALMS, host) ? KNOWN_REALMS[host] : undefined;
  if (known !== undefined) origins.add(known);

  return async (wwwAuthenticate, signal) => {
    const challenge = parseBearerChallenge(wwwAuthenticate);
    if (!challenge || !URL.canParse(challenge.realm)) {
      throw new CheckEnded(
        "refused",
        `${host} does not let anybody pull ${repository} without a password. Make it public.`,
      );
    }
    const url = new URL(challenge.realm);
    if (!origins.has(url.origin)) {
      throw new CheckEnded("refused", `${host} sends us to another host for a token, which is not done.`);
    }
    if (challenge.service !== undefined) url.searchParams.set("service", challenge.service);
    url.searchParams.set("scope", `repository:${repository}:pull`);
    const redirectAllowed = (): boolean => false;
    const answer = await call({ url: url.href, shown: host, whenBusy: "skipped", redirectAllowed, signal });
    if ([400, 401, 403, 404].includes(answer.status)) {
      throw new CheckEnded(
        "refused",
        `there is no image ${repository} that anybody may pull (${host} gave no token: ${answer.status}). See that it is public.`,
      );
    }
    requireOk(answer, host);
    const document = readJson(answer, host);
    const token = jsonMember(document, "token") ?? jsonMember(document, "access_token");
    if (typeof token !== "string" || token.length > MAX_TOKEN_CHARACTERS || !/^[\x21-\x7e]+$/.test(token)) {
      throw new CheckEnded("unavailable", `${host} gave out a token that cannot be used. Try again later.`);
    }
    return token;
  };
}
