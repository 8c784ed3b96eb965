/** The settings of following an upstream: members of the registry's section. */
import { Type, type Static } from "typebox";
import { secretText } from "../../kit/config/setting.ts";
import { DAY_SECONDS } from "../../kit/time/spans.ts";

/** Properties to be spread into the registry's settings. */
export const syncSettings = {
  syncUrl: Type.String({
    pattern: "^$|^https?://[^\\s?#@]+$",
    maxLength: 500,
    default: "",
    description:
      "Registry to mirror: its base URL, with or without `/v0.1` or `/v0.1/servers` at the end. It may be private. Empty mirrors none.",
  }),
  syncToken: secretText({
    pattern: "^[\\x21-\\x7e]{1,16384}$",
    description: "Token for `syncUrl`, sent to it as `Authorization: Bearer`. No other host receives it.",
  }),
  syncOidcIssuer: Type.String({
    pattern: "^$|^https?://[^\\s?#@]+$",
    maxLength: 500,
    default: "",
    description:
      "OpenID Connect issuer that gives tokens for `syncUrl` to a client (client credentials). It may be private.",
  }),
  syncOidcClientId: Type.String({ maxLength: 500, default: "", description: "The client's id at `syncOidcIssuer`." }),
  syncOidcClientSecret: secretText({
    pattern: "^[^\\u0000-\\u001f]{1,4096}$",
    description: "The client's secret. Only the token endpoint of `syncOidcIssuer` receives it.",
  }),
  syncOidcScope: Type.String({ maxLength: 1000, default: "", description: "Scope to ask for. Empty asks for none." }),
  syncOidcAudience: Type.String({
    maxLength: 500,
    default: "",
    description: "Audience to ask for, where the issuer wants one. Empty asks for none.",
  }),
  syncOidcExchange: Type.Boolean({
    default: false,
    description:
      "Log in at the upstream (`/auth/oidc`) with the issuer's token, and use the registry token that it answers: for " +
      "an upstream that is a registry with `oidcIssuer`. Off: the upstream gets the issuer's token.",
  }),
  syncIntervalSeconds: Type.Integer({
    minimum: 60,
    maximum: DAY_SECONDS,
    default: 300,
    description: "How often to ask `syncUrl` for changes, in seconds. It is looked at once a minute.",
  }),
  syncOriginName: Type.String({
    pattern: "^(?!local$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$",
    default: "upstream",
    description: "What mirrored servers are marked with. `local` is what servers published here are marked with.",
  }),
};

const syncSettingsSchema = Type.Object(syncSettings);

export type SyncConfig = Readonly<Static<typeof syncSettingsSchema>>;

/** The host of a URL that the operator has named, and which may therefore be private; none for an empty one. */
export function operatorHost(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).host] : [];
}
