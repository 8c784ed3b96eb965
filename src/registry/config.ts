/** The registry's settings. */
import { Type } from "typebox";
import { settings } from "../kit/config/setting.ts";
import { ownershipSettings } from "./publishing/index.ts";
import { sessionSettings } from "./sessions/index.ts";
import { syncSettings } from "./sync/index.ts";
import { tokenSettings } from "./tokens/index.ts";

export const registrySettings = settings(
  "registry",
  "The tool server registry.",
  Type.Object({
    privateReads: Type.Boolean({
      default: false,
      description: "Reading needs a token too. Logins, health and the keys of tokens stay open.",
    }),
    publishing: Type.Boolean({ default: true, description: "Accept new versions. Off: 501." }),
    updates: Type.Boolean({ default: true, description: "Accept new documents for published versions. Off: 501." }),
    deletion: Type.Boolean({ default: true, description: "Accept deletion, which hides a version. Off: 501." }),
    schemaRequired: Type.Boolean({ default: false, description: "Refuse documents that name no `$schema`." }),
    olderSchemas: Type.Union([Type.Literal("allow"), Type.Literal("warn"), Type.Literal("refuse")], {
      default: "warn",
      description: "What to do with documents that follow an older version of the format.",
    }),
    namespaceHosts: Type.Union([Type.Literal("any"), Type.Literal("match")], {
      default: "any",
      description:
        "`match`: hosts of remotes and websites must belong to the namespace, so `com.example/x` may only name example.com.",
    }),
    requestsPerMinute: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 6_000,
      description: "Requests that one address, of IPv6 one network of 64 bits, may send in a minute. 0 for no limit.",
    }),
    tokenRequestsPerMinute: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 6_000,
      description: "Requests that the holder of a token may send in a minute. 0 for no limit.",
    }),
    storedMegabytesPerDay: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 16,
      description:
        "What the registry stores in a day for the holder of one login by DNS, HTTP, GitHub or without a proof, in MiB. Tokens of " +
        "the command line and of `oidcIssuer` have no such limit. 0 for no limit.",
    }),
    storedMegabytesPerDayInAll: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 512,
      description: "The same for all such logins together, in MiB. 0 for no limit.",
    }),
    ...ownershipSettings,
    ...tokenSettings,
    ...sessionSettings,
    ...syncSettings,
  }),
);
