/** What a publisher may put into `_meta`: a little data of its own, below names that it owns. */

/** Of all that is kept, as compact JSON in UTF-8. */
export const MAX_PUBLISHER_META_BYTES = 4096;

/** The one name below the registry's own prefix that belongs to publishers. */
export const PUBLISHER_META = "io.modelcontextprotocol.registry/publisher-provided";

export type PublisherMeta =
  | {
      readonly kind: "kept";
      /** Undefined where nothing is left to keep. */
      readonly meta: Readonly<Record<string, unknown>> | undefined;
      /** Names that were not taken: not namespaced, or the registry's own. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: "refused"; readonly message: string };

/**
 * Keeps the members below names such as `com.example/build`. Takes none that are the registry's own
 * (`io.modelcontextprotocol.registry/official`), so that no publisher can speak for it, and none without a namespace, as
 * the public registry does. Refuses more than 4,096 bytes, nesting deeper than 16, and a member that is no object below
 * `PUBLISHER_META`.
 */
export function keepPublisherMeta(sent: Readonly<Record<string, unknown>> | undefined): PublisherMeta {
  const kept = Object.entries(sent ?? {}).filter(([name]) => isPublishers(name));
  const dropped = Object.keys(sent ?? {}).filter((name) => !isPublishers(name));
  if (kept.length === 0) return { kind: "kept", meta: undefined, dropped };

  const meta = Object.fromEntries(kept);
  if (isDeeper(meta, MAX_DEPTH)) return { kind: "refused", message: `_meta must not nest deeper than ${MAX_DEPTH}` };
  const bytes = Buffer.byteLength(JSON.stringify(meta));
  if (bytes > MAX_PUBLISHER_META_BYTES) {
    const message = `_meta exceeds the 4KB limit: ${bytes} bytes of compact JSON, at most ${MAX_PUBLISHER_META_BYTES} are kept`;
    return { kind: "refused", message };
  }
  const own = meta[PUBLISHER_META];
  if (own !== undefined && (typeof own !== "object" || own === null || Array.isArray(own))) {
    return { kind: "refused", message: `_meta["${PUBLISHER_META}"] must be an object` };
  }
  return { kind: "kept", meta, dropped };
}

/** Lists and objects within each other, `_meta` itself included. */
const MAX_DEPTH = 16;

function isPublishers(name: string): boolean {
  if (name.startsWith("io.modelcontextprotocol.registry/")) return name === PUBLISHER_META;
  return name.length <= 255 && /^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+\/[a-zA-Z0-9._-]+$/.test(name);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
