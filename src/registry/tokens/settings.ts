/** The settings of tokens and logins: members of the registry's section. */
import { isIPv4, isIPv6 } from "node:net";
import { Type, type Static } from "typebox";
import { secretText } from "../../kit/config/setting.ts";
import { DAY_SECONDS } from "../../kit/time/spans.ts";
import { couldMatch } from "./core/could-match.ts";
import { parsePattern } from "./core/permissions.ts";

const HttpsUrl = (about: string, fallback: string) =>
  Type.String({ pattern: "^https?://[^\\s?#@]+$", maxLength: 500, default: fallback, description: about });

const Pattern = Type.Refine(
  Type.String(),
  (text) => parsePattern(text) !== undefined && couldMatch(text),
  () => "must be a server name (io.example/weather), or the beginning of one followed by * (io.example/*)",
);

const NameServer = Type.Refine(
  Type.String({ maxLength: 60 }),
  isNameServer,
  () => "must be an IP address, with :port where that is not 53: 10.0.0.2:5353 or [fd00::2]:5353",
);

const patterns = (about: string) => Type.Array(Pattern, { maxItems: 50, default: [], description: about });

function isNameServer(text: string): boolean {
  const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const isWithPort = isIPv6(bracketed ?? "") || isIPv4(plain ?? "");
  return isIPv6(text) || (isWithPort && Number(port) > 0 && Number(port) <= 65_535);
}

/** Properties to be spread into the registry's settings. */
export const tokenSettings = {
  jwtPrivateKey: secretText({
    pattern: "^[0-9a-fA-F]{64}$",
    description:
      "Ed25519 seed that signs registry tokens, as 64 hexadecimal digits. Without it, keys are made and kept sealed in the database.",
  }),
  tokenTtlSeconds: Type.Integer({
    minimum: 30,
    maximum: DAY_SECONDS,
    default: 300,
    description: "How long a token from a login counts, in seconds.",
  }),
  anonymousAuth: Type.Boolean({
    default: false,
    description: "Give anybody a token for the namespace `io.modelcontextprotocol.anonymous`. For trials only.",
  }),
  githubApiUrl: HttpsUrl(
    "GitHub's API. For GitHub Enterprise Server: `https://HOST/api/v3`.",
    "https://api.github.com",
  ),
  githubUrl: HttpsUrl(
    "Where GitHub's users sign in with a code. For GitHub Enterprise Server: `https://HOST`.",
    "https://github.com",
  ),
  githubClientId: Type.String({
    maxLength: 100,
    default: "",
    description:
      "Id of the GitHub app with which users log in: by publishing tools, which read it from `/health`, and in browsers. Its " +
      "device flow must be on.",
  }),
  githubOidcIssuer: HttpsUrl(
    "Issuer of the id tokens of GitHub Actions. For GitHub Enterprise Server: `https://HOST/_services/token`.",
    "https://token.actions.githubusercontent.com",
  ),
  githubOidcAudience: Type.String({
    minLength: 1,
    maxLength: 200,
    default: "mcp-registry",
    description: "Audience that the id tokens of GitHub Actions must be made for.",
  }),
  oidcIssuer: Type.String({
    pattern: "^$|^https?://[^\\s?#@]+$",
    maxLength: 500,
    default: "",
    description: "Issuer whose id tokens are accepted. Empty turns this login off.",
  }),
  oidcClientId: Type.String({
    maxLength: 200,
    default: "",
    description: "Client id that id tokens of `oidcIssuer` must be made for. Needed when there is an issuer.",
  }),
  oidcClientSecret: secretText({
    minLength: 1,
    description: "Secret of `oidcClientId`, for browsers to sign in where the issuer asks its client for one.",
  }),
  oidcScope: Type.String({
    pattern: "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$",
    maxLength: 500,
    default: "openid",
    description:
      "Scopes that a sign-in in a browser requests from the issuer, separated by blanks; `openid` must be among them. Many issuers give a " +
      "refresh token, which renews sessions, only with `offline_access`.",
  }),
  oidcExtraClaims: Type.Array(Type.String({ pattern: "^[^=]{1,100}=[^]{1,400}$" }), {
    maxItems: 20,
    default: [],
    description:
      "What id tokens of `oidcIssuer` must say besides, each as `claim=value`. A claim that is a list must contain the value.",
  }),
  oidcPublishPatterns: patterns(
    "Servers that holders of such an id token may publish: `com.example/*`, or `*` for all.",
  ),
  oidcEditPatterns: patterns("Servers whose published versions holders of such an id token may edit."),
  oidcAdminClaims: Type.Array(Type.String({ pattern: "^[^=]{1,100}=[^]{1,400}$" }), {
    maxItems: 20,
    default: [],
    description:
      "Further claims that an id token needs, each as `claim=value`, to make its holder an admin, who sees the audit trail and " +
      "manages tokens and webhooks. Empty: no login makes admins.",
  }),
  blockedNamespaces: Type.Array(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9.-]*(\\.\\*)?$", maxLength: 200 }), {
    maxItems: 1000,
    default: [],
    description:
      "Namespaces that get no token: `io.github.someone`; `com.example.*` for everything below `com.example`.",
  }),
  allowedNamespaces: Type.Array(Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9.-]*(\\.\\*)?$", maxLength: 200 }), {
    maxItems: 1000,
    default: [],
    description:
      "The only namespaces for which logins by DNS, HTTP and GitHub give tokens: `io.github.acme`; `com.example` and " +
      "`com.example.*`. Empty: every owner of a domain or of a GitHub account gets one, with which private reads are open, too.",
  }),
  contact: Type.String({
    maxLength: 300,
    default: "",
    description: "Where the owner of a blocked namespace may complain: an address that is shown to them.",
  }),
  dnsServers: Type.Array(NameServer, {
    maxItems: 10,
    default: [],
    description:
      "Addresses of the DNS servers to ask for domain proofs, with `:port` where it is not 53. Empty: the system's.",
  }),
};

const tokenSettingsSchema = Type.Object(tokenSettings);

export type TokenConfig = Readonly<Static<typeof tokenSettingsSchema>>;
