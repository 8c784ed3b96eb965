/** Container images: the label `io.modelcontextprotocol.server.name` of the image must be the server's name. */
import { createHash } from "node:crypto";
import type { OutboundAnswer } from "../../../kit/outbound/outbound.ts";
import { CheckEnded, ownershipChecker, readJson, requireOk } from "./call.ts";
import type { OwnershipChecker, RegistryCall } from "./call.ts";
import { readLabel, readManifest } from "./core/image-manifest.ts";
import { isPublicImageHost, parseImageReference, type ImageReference } from "./core/image-reference.ts";
import { imageTokens } from "./oci-token.ts";

const LABEL = "io.modelcontextprotocol.server.name";

const MANIFEST_TYPES = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

/**
 * Checks images through the distribution interface (`/v2/`), as any client could pull them. A registry that is asked
 * too often makes the check `skipped`: anonymous pulls are counted by address, and a publisher cannot mend ours.
 *
 * @param ownHosts host as written in an image's name -> where it is asked
 */
export function ociChecker(call: RegistryCall, ownHosts: ReadonlyMap<string, string>): OwnershipChecker {
  const form = { label: "OCI", version: "forbidden", baseUrls: [], fileSha256: "forbidden" } as const;
  return ownershipChecker(form, async ({ identifier }, serverName, signal) => {
    const image = parseImageReference(identifier);
    if ("why" in image) {
      const example = "write the whole reference, such as ghcr.io/example/weather:1.0.0";
      return { kind: "refused", why: `"${identifier}" is not the name of an image: ${image.why}; ${example}` };
    }
    const base = baseUrlOf(image.host, ownHosts);
    if (base === undefined) {
      const allowed = "docker.io, ghcr.io, *.pkg.dev, *.azurecr.io and mcr.microsoft.com";
      return { kind: "refused", why: `images may come from ${allowed}, not from ${image.host}` };
    }
    const label = await findLabel(imageReader(call, base, image, identifier, ownHosts, signal), image, identifier);
    if (label === serverName) return { kind: "owned" };
    const instead = label === undefined ? "it has none" : `it is "${label.slice(0, 200)}"`;
    return {
      kind: "refused",
      why:
        `the label ${LABEL} of the image ${identifier} must be "${serverName}", but ${instead}. ` +
        `Add LABEL ${LABEL}="${serverName}" to the Dockerfile, and push the image again.`,
    };
  });
}

/** Reads one document of the image's repository: `manifests/1.0.0`, `blobs/sha256:...`. */
type ImageReader = (path: string, digest: string | undefined) => Promise<unknown>;

async function findLabel(
  read: ImageReader,
  { reference, isDigest }: ImageReference,
  identifier: string,
): Promise<string | undefined> {
  let manifest = readManifest(await read(`manifests/${reference}`, isDigest ? reference : undefined));
  if (manifest.kind === "index") {
    manifest = readManifest(await read(`manifests/${manifest.imageDigest}`, manifest.imageDigest));
  }
  if (manifest.kind !== "image") {
    throw new CheckEnded(
      "refused",
      `${identifier} is not an image that can be run: its manifest names no configuration.`,
    );
  }
  return readLabel(await read(`blobs/${manifest.configDigest}`, manifest.configDigest), LABEL);
}

function imageReader(
  call: RegistryCall,
  base: string,
  { host, repository }: ImageReference,
  identifier: string,
  ownHosts: ReadonlyMap<string, string>,
  signal: AbortSignal,
): ImageReader {
  const findToken = imageTokens(call, base, host, repository, ownHosts);
  let authorization: Record<string, string> = {};
  const get = (path: string): Promise<OutboundAnswer> =>
    call({
      url: `${base}/v2/${repository}/${path}`,
      headers: { Accept: path.startsWith("manifests/") ? MANIFEST_TYPES : "*/*", ...authorization },
      shown: host,
      whenBusy: "skipped",
      signal,
    });
  return async (path, digest) => {
    let answer = await get(path);
    if (answer.status === 401 && authorization["Authorization"] === undefined) {
      const token = await findToken(answer.headers["www-authenticate"] ?? "", signal);
      authorization = { Authorization: `Bearer ${token}` };
      answer = await get(path);
    }
    if ([401, 403, 404].includes(answer.status))
      throw new CheckEnded("refused", missing(identifier, host, answer.status));
    requireOk(answer, host);
    if (digest !== undefined && !matches(answer.body, digest)) {
      throw new CheckEnded(
        "unavailable",
        `${host} answered something else than ${digest} for ${identifier}. Try again later.`,
      );
    }
    return readJson(answer, host);
  };
}

function missing(identifier: string, host: string, status: number): string {
  // Most registries answer 401 or 403 for missing images, so as not to reveal hidden ones.
  const what =
    status === 404 ? `there is no image ${identifier}` : `there is no image ${identifier} that anybody may pull`;
  return `${what} (${host} answered ${status}). Push it first, and see that it is public.`;
}

function baseUrlOf(host: string, ownHosts: ReadonlyMap<string, string>): string | undefined {
  const own = ownHosts.get(host);
  if (own !== undefined) return own;
  if (!isPublicImageHost(host)) return undefined;
  return host === "docker.io" ? "https://registry-1.docker.io" : `https://${host}`;
}

function matches(bytes: Buffer, digest: string): boolean {
  const [algorithm = "", expected] = digest.split(":");
  return createHash(algorithm).update(bytes).digest("hex") === expected;
}
