/** Reads manifests and configurations of images (OCI image specification 1.1; Docker manifest version 2, schema 2). */
import { isDigest } from "./image-reference.ts";

/** `index`: a list of images, of which the first real one is named. `image`: one image and its configuration. */
export type Manifest =
  | { readonly kind: "index"; readonly imageDigest: string }
  | { readonly kind: "image"; readonly configDigest: string }
  | { readonly kind: "other" };

/**
 * Says what a manifest is. Of a list it names the first entry that is an image for some platform: build tools add
 * attestations to the list, whose platform is `unknown/unknown`.
 */
export function readManifest(document: unknown): Manifest {
  const entries = member(document, "manifests");
  if (Array.isArray(entries)) {
    for (const entry of entries as unknown[]) {
      const digest = member(entry, "digest");
      if (typeof digest === "string" && isDigest(digest) && !isAttestation(entry)) {
        return { kind: "index", imageDigest: digest };
      }
    }
    return { kind: "other" };
  }
  const configDigest = member(member(document, "config"), "digest");
  return typeof configDigest === "string" && isDigest(configDigest)
    ? { kind: "image", configDigest }
    : { kind: "other" };
}

/** The value of a label in an image's configuration; undefined when it has none. */
export function readLabel(configuration: unknown, label: string): string | undefined {
  const value = member(member(member(configuration, "config"), "Labels"), label);
  return typeof value === "string" ? value : undefined;
}

function isAttestation(entry: unknown): boolean {
  const platform = member(entry, "platform");
  if (member(platform, "os") === "unknown" || member(platform, "architecture") === "unknown") return true;
  return member(member(entry, "annotations"), "vnd.docker.reference.type") !== undefined;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
