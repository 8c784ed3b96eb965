/** Reads manifests and configurations of images (OCI image specification 1.1; Docker manifest version 2, schema 2). */
import { jsonMember } from "../../../../kit/text/parse-json.ts";
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
  const entries = jsonMember(document, "manifests");
  if (Array.isArray(entries)) {
    for (const entry of entries as unknown[]) {
      const digest = jsonMember(entry, "digest");
      if (typeof digest === "string" && isDigest(digest) && !isAttestation(entry)) {
        return { kind: "index", imageDigest: digest };
      }
    }
    return { kind: "other" };
  }
  const configDigest = jsonMember(jsonMember(document, "config"), "digest");
  return typeof configDigest === "string" && isDigest(configDigest)
    ? { kind: "image", configDigest }
    : { kind: "other" };
}

/** The value of a label in an image's configuration; undefined when it has none. */
export function readLabel(configuration: unknown, label: string): string | undefined {
  const value = jsonMember(jsonMember(jsonMember(configuration, "config"), "Labels"), label);
  return typeof value === "string" ? value : undefined;
}

function isAttestation(entry: unknown): boolean {
  const platform = jsonMember(entry, "platform");
  if (jsonMember(platform, "os") === "unknown" || jsonMember(platform, "architecture") === "unknown") return true;
  return jsonMember(jsonMember(entry, "annotations"), "vnd.docker.reference.type") !== undefined;
}
