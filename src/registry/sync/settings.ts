/** The settings of following an upstream: members of the registry's section. */
import { Type, type Static } from "typebox";

/** Properties to be spread into the registry's settings. */
export const syncSettings = {
  syncUrl: Type.String({
    pattern: "^$|^https?://[^\\s?#@]+$",
    maxLength: 500,
    default: "",
    description:
      "Registry to mirror: its base URL, with or without `/v0.1` at the end. It may be private. Empty mirrors none.",
  }),
  syncIntervalSeconds: Type.Integer({
    minimum: 60,
    maximum: 86_400,
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
