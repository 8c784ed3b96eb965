/** Names of container images, as the distribution project writes them: `host/path:tag` or `host/path@sha256:...`. */

export interface ImageReference {
  /** In lower case, with its port where it has one. Docker Hub is `docker.io` under all its names. */
  readonly host: string;
  readonly repository: string;
  /** The requested reference: the digest where given, the tag otherwise. */
  readonly reference: string;
  readonly isDigest: boolean;
}

const DOCKER_HUB = "docker.io";
const DOCKER_HUB_NAMES = new Set([DOCKER_HUB, "index.docker.io", "registry-1.docker.io"]);
const MAX_REPOSITORY_CHARACTERS = 255;

const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

/**
 * Reads an image's name. Without a host it is one of Docker Hub, and there without a namespace one of `library`.
 * Answers `{ why }` for what is not a name, and for one without tag and digest: it would mean another image every day.
 *
 * @example
 * parseImageReference("ghcr.io/example/weather:1.0.0");
 * // { host: "ghcr.io", repository: "example/weather", reference: "1.0.0", isDigest: false }
 */
export function parseImageReference(text: string): ImageReference | { readonly why: string } {
  const [named = "", digest, ...more] = text.split("@");
  if (more.length > 0) return { why: "it contains more than one @" };
  if (digest !== undefined && !isDigest(digest)) return { why: "its digest is not sha256: and 64 hexadecimal digits" };

  const { host, path } = splitHost(named);
  if (!HOST.test(host)) return { why: "the host before the first slash is not valid" };
  const colon = path.lastIndexOf(":");
  const tag = colon === -1 ? undefined : path.slice(colon + 1);
  if (tag !== undefined && !TAG.test(tag)) return { why: "its tag is not valid" };
  const reference = digest ?? tag;
  if (reference === undefined) return { why: "it has neither a tag nor a digest" };

  const bare = colon === -1 ? path : path.slice(0, colon);
  const repository = host === DOCKER_HUB && !bare.includes("/") ? `library/${bare}` : bare;
  const valid =
    repository.length <= MAX_REPOSITORY_CHARACTERS && repository.split("/").every((part) => COMPONENT.test(part));
  if (!valid) return { why: "its path must be lower-case words with slashes between them" };
  return { host, repository, reference, isDigest: digest !== undefined };
}

/** Whether a text is a content digest that we can verify (sha256 or sha512). */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** Public registries whose images may be published: named exactly, or anything below the two that name each customer. */
export function isPublicImageHost(host: string): boolean {
  return (
    [DOCKER_HUB, "ghcr.io", "mcr.microsoft.com"].includes(host) ||
    /^[a-z0-9][a-z0-9.-]*\.(?:pkg\.dev|azurecr\.io)$/.test(host)
  );
}

/** The first part is a host only if it could not be a namespace: it has a dot or a port, or is `localhost`. */
function splitHost(named: string): { host: string; path: string } {
  const slash = named.indexOf("/");
  const first = slash === -1 ? "" : named.slice(0, slash).toLowerCase();
  if (!/[.:]/.test(first) && first !== "localhost") return { host: DOCKER_HUB, path: named };
  return { host: DOCKER_HUB_NAMES.has(first) ? DOCKER_HUB : first, path: named.slice(slash + 1) };
}
