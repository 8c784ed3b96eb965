/** A loopback host of release files, which sends its visitors on to a store of files as GitHub does. */
import { fakeRegistry, type FakePackageRegistry } from "./fake-registry.ts";

/** The identifier of a published file is its whole URL. */
export function fakeReleases(): Promise<FakePackageRegistry> {
  const files = new Set<string>();
  return fakeRegistry(
    (request, response, url) => {
      const stored = request.path.startsWith("/store");
      const path = stored ? request.path.slice("/store".length) : request.path;
      if (!files.has(url + path)) response.writeHead(404).end();
      else if (!stored) response.writeHead(302, { Location: `/store${path}` }).end();
      else response.writeHead(200, { "Content-Length": "123456789" }).end();
    },
    (identifier) => files.add(identifier),
  );
}
