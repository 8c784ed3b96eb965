/** The registry's settings for checks of package ownership. They are part of its one section. */
import { Type, type Static, type TObject } from "typebox";

/** Asked unless the operator says otherwise; publishers may always write it as `registryBaseUrl`. */
export const PUBLIC_URLS = {
  npmUrl: "https://registry.npmjs.org",
  pypiUrl: "https://pypi.org",
  nugetUrl: "https://api.nuget.org/v3/index.json",
  cratesUrl: "https://crates.io",
} as const;

export const ownershipSettings = {
  ownershipChecks: Type.Boolean({
    default: true,
    description:
      "Whether a published package must name the server it belongs to. Without it anybody may claim anybody's package; " +
      "for registries that cannot reach package registries.",
  }),
  npmUrl: Type.String({
    default: PUBLIC_URLS.npmUrl,
    description:
      "Where npm packages are looked up. A mirror of your own may be at a private address and speak plain http.",
  }),
  pypiUrl: Type.String({
    default: PUBLIC_URLS.pypiUrl,
    description: "Where PyPI packages are looked up (its JSON interface, below /pypi). A mirror may be private.",
  }),
  nugetUrl: Type.String({
    default: PUBLIC_URLS.nugetUrl,
    description: "The service index (version 3) where NuGet packages are looked up. A mirror may be private.",
  }),
  cratesUrl: Type.String({
    default: PUBLIC_URLS.cratesUrl,
    description: "Where crates are looked up (the interface below /api/v1). A mirror may be private.",
  }),
  ociHosts: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    default: [],
    maxItems: 50,
    description:
      "Container registries, besides the public ones, whose images may be published: `registry.example.com`, or " +
      "`docker.io=https://mirror.example.com` to ask another place for them. They may be private.",
  }),
  mcpbHosts: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    default: [],
    maxItems: 50,
    description:
      "Hosts, besides github.com and gitlab.com, whose files may be published as bundles: `files.example.com`, or " +
      "`http://files.example.com:8080` for plain http. They may be private.",
  }),
  ownershipTimeoutMs: Type.Integer({
    default: 10_000,
    minimum: 10,
    maximum: 60_000,
    description: "How long one request to a package registry may take, in milliseconds.",
  }),
  ownershipCacheMinutes: Type.Number({
    default: 5,
    minimum: 0,
    maximum: 1440,
    description: "For how many minutes a package that was found to name its server is not looked up again.",
  }),
};

export type OwnershipSettings = Readonly<Static<TObject<typeof ownershipSettings>>>;
