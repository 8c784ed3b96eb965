/** A loopback container registry: lists of images with attestations, anonymous tokens, blobs behind a redirect. */
import { createHash } from "node:crypto";
import { fakeRegistry, json, type FakePackageRegistry } from "./fake-registry.ts";

export interface FakeImages extends FakePackageRegistry {
  /** Where tokens are said to be; `undefined` for the registry itself, "none" when no token is wanted. */
  tokensAt(realm: string | undefined): void;
  /** Answers these bytes for every blob, whatever its digest. */
  corruptBlobs(bytes: string): void;
  /** The digest of the image's manifest. */
  digestOf(reference: string): string | undefined;
}

/** The identifier of a published image is `host:port/repository`, its version the tag. */
export function fakeImages(): Promise<FakeImages> {
  const documents = new Map<string, string>();
  const tags = new Map<string, string>();
  let realm: string | undefined;
  let corrupted: string | undefined;

  const store = (document: unknown): string => {
    const text = JSON.stringify(document);
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    documents.set(digest, text);
    return digest;
  };
  const started = fakeRegistry(
    (request, response, url) => {
      const asked = new URL(request.path, url);
      if (asked.pathname === "/token") {
        return json(response, 200, { token: `for ${asked.searchParams.get("scope") ?? ""}`.replaceAll(" ", "-") });
      }
      const match = /^(\/store)?\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(asked.pathname);
      const [, stored, repository = "", kind, reference = ""] = match ?? [];
      if (stored) return void response.writeHead(200).end(corrupted ?? documents.get(reference));
      if (realm !== "none" && request.headers.authorization !== `Bearer for-repository:${repository}:pull`) {
        const challenge = `Bearer realm="${realm ?? `${url}/token`}",service="fake, with a comma",scope="x"`;
        return void response.writeHead(401, { "WWW-Authenticate": challenge }).end();
      }
      const digest = tags.get(`${repository}:${reference}`) ?? reference;
      if (!documents.has(digest)) return json(response, 404, { errors: [{ code: "MANIFEST_UNKNOWN" }] });
      if (kind === "blobs") return void response.writeHead(307, { Location: `/store${asked.pathname}` }).end();
      response.writeHead(200).end(documents.get(digest));
    },
    (identifier, version, serverName) => {
      const labels = serverName === undefined ? null : { "io.modelcontextprotocol.server.name": serverName };
      const config = store({ architecture: "amd64", config: { Labels: labels } });
      const image = store({ schemaVersion: 2, config: { digest: config }, layers: [] });
      const attestation = store({ schemaVersion: 2, config: { digest: store({}) }, layers: [] });
      const index = store({
        schemaVersion: 2,
        manifests: [
          { digest: attestation, platform: { os: "unknown", architecture: "unknown" } },
          { digest: image, platform: { os: "linux", architecture: "amd64" } },
        ],
      });
      tags.set(`${identifier.slice(identifier.indexOf("/") + 1)}:${version}`, index);
    },
  );
  return started.then((registry) => ({
    ...registry,
    tokensAt: (where: string | undefined) => {
      realm = where;
    },
    corruptBlobs: (bytes: string) => {
      corrupted = bytes;
    },
    digestOf: (reference: string) => tags.get(reference),
  }));
}
