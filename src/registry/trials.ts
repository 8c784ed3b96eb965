/** The trials of `tripod check` for the registry: places of packages, the issuers of logins, and the upstream. */
import { AppError } from "../kit/errors/catalogue.ts";
import { UserError } from "../kit/errors/user-error.ts";
import type { Trial, TrialPlatform } from "../kit/service.ts";
import type { RegistryConfig } from "./build.ts";
import { openOutside, type Outside } from "./outside.ts";
import { hasOwnPlaces, trustedHosts } from "./publishing/index.ts";
import { accessOf, UpstreamError, walkRegistry } from "./sync/index.ts";
import {
  askIssuer,
  askIssuerPlaces,
  callbackUrlOf,
  closedAnonymous,
  githubDeviceLogin,
  halfLogin,
} from "./tokens/index.ts";

const NO_PLACE_TO_COME_BACK =
  "browsers cannot sign in at the issuer until publicUrl (TRIPOD_PUBLIC_URL) says where they come back to";

const READ_BY_ALL =
  "every owner of a domain or of a GitHub account gets a token, and reads, until allowedNamespaces " +
  "(TRIPOD_REGISTRY_ALLOWED_NAMESPACES) names yours";

export function registryTrials(platform: TrialPlatform, config: RegistryConfig): Trial[] {
  const within = async (work: (outside: Outside) => Promise<string>): Promise<string> => {
    const outside = openOutside(platform, config);
    try {
      return await work(outside);
    } finally {
      await outside.close();
    }
  };
  const trials: Trial[] = [];
  if (hasOwnPlaces(config)) {
    trials.push({ what: "packages", run: async () => `may be looked up at ${trustedHosts(config).join(", ")}` });
  }
  const half = halfLogin(config);
  if (half !== undefined) {
    trials.push({ what: "issuer", run: () => Promise.reject(new UserError(half)) });
  } else if (config.oidcIssuer !== "") {
    trials.push({
      what: "issuer",
      run: () => within(({ operatorHttp }) => tryIssuer(operatorHttp, config.oidcIssuer, platform)),
    });
  }
  if (
    config.oidcIssuer !== "" &&
    config.oidcClientId !== "" &&
    platform.publicUrl === undefined &&
    platform.hasConsole
  ) {
    // Machines need none: it is right, and an operator who wants people to sign in has to know.
    trials.push({ what: "browser sign-in", run: async () => NO_PLACE_TO_COME_BACK });
  }
  if (config.privateReads && config.allowedNamespaces.length === 0) {
    // Where strangers cannot reach the registry, this is right.
    trials.push({ what: "private reads", run: async () => READ_BY_ALL });
  }
  const closed = closedAnonymous(config);
  if (closed !== undefined) {
    trials.push({ what: "anonymous tokens", run: () => Promise.reject(new UserError(closed)) });
  }
  if (config.githubClientId !== "") {
    trials.push({ what: "github", run: () => within(({ operatorHttp }) => tryGithub(operatorHttp, config)) });
  }
  const { syncUrl, syncToken, syncOidcIssuer, syncOidcClientId, syncOidcClientSecret: secret } = config;
  const credentials = [syncToken, syncOidcIssuer, syncOidcClientId, secret];
  if (syncUrl !== "" || credentials.some((each) => each !== undefined && each !== "")) {
    trials.push({
      what: "upstream",
      run: (signal) =>
        within(({ operatorHttp: outbound }) => {
          const access = accessOf({ outbound, clock: platform.clock }, config);
          return tryUpstream({ ...platform, outbound, access }, config.syncUrl, signal);
        }),
    });
  }
  return trials;
}

async function tryIssuer(http: Outside["operatorHttp"], issuer: string, platform: TrialPlatform): Promise<string> {
  try {
    const keys = await askIssuer(http, issuer);
    if (keys.keys.length === 0) throw new UserError(`${issuer} publishes no keys, so no id token of it can be checked`);
    // Without a page to come back to, browsers do not sign in there.
    if (callbackUrlOf(platform) !== undefined) await askIssuerPlaces(http, issuer);
    return `${issuer} describes itself and publishes ${keys.keys.length} keys`;
  } catch (error) {
    throw asUserError(error);
  }
}

/** Begins a sign-in that no user finishes: GitHub forgets it within minutes. */
async function tryGithub(http: Outside["operatorHttp"], config: RegistryConfig): Promise<string> {
  try {
    const begun = await githubDeviceLogin(http, config)?.begin();
    return begun ? `users sign in at ${begun.verificationUrl}` : "the GitHub app is not set";
  } catch (error) {
    throw asUserError(error);
  }
}

function asUserError(error: unknown): unknown {
  return error instanceof AppError ? new UserError(error.message, { cause: error }) : error;
}

async function tryUpstream(
  deps: Parameters<typeof walkRegistry>[0],
  url: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    for await (const _first of walkRegistry(deps, { baseUrl: url, signal })) {
      return `${new URL(url).host} answers with servers`;
    }
  } catch (error) {
    if (error instanceof UpstreamError) throw new UserError(error.message, { cause: error });
    throw error;
  }
  return `${new URL(url).host} answers, and has no servers`;
}
