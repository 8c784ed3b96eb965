/** A loopback crates.io: says where a README is without looking, and keeps the files as a store does (403 for none). */
import { fakeRegistry, json, type FakePackageRegistry } from "./fake-registry.ts";

export interface FakeCrates extends FakePackageRegistry {
  publishWithoutReadme(identifier: string, version: string): void;
  /** Says that every README is at this URL. */
  keepReadmesAt(url: string): void;
}

export function fakeCrates(): Promise<FakeCrates> {
  const crates = new Map<string, Map<string, string | undefined>>();
  let elsewhere: string | undefined;
  const put = (name: string, version: string, readme: string | undefined): void => {
    const versions = crates.get(name) ?? new Map<string, string | undefined>();
    crates.set(name, versions.set(version, readme));
  };
  const started = fakeRegistry(
    (request, response, url) => {
      if (!request.headers["user-agent"]) return void response.writeHead(403).end("Say who you are.");
      const file = /^\/readmes\/([^/]+)\/([^/]+)\.html$/.exec(request.path);
      if (file) {
        const readme = crates.get(file[1] ?? "")?.get(file[2] ?? "");
        return void response.writeHead(readme === undefined ? 403 : 200).end(readme);
      }
      const [, , , , name = "", version, readme] = request.path.split("/").map(decodeURIComponent);
      if (readme === "readme") {
        return json(response, 200, { url: elsewhere ?? `${url}/readmes/${name}/${version ?? ""}.html` });
      }
      const versions = crates.get(name);
      const known = versions && (version === undefined || versions.has(version));
      return known ? json(response, 200, { crate: { name } }) : json(response, 404, { errors: [{ detail: "none" }] });
    },
    (identifier, version, serverName) => {
      put(identifier, version, serverName === undefined ? "<p>Weather</p>" : `<p>mcp-name: ${serverName}</p>`);
    },
  );
  return started.then((registry) => ({
    ...registry,
    publishWithoutReadme: (identifier: string, version: string) => put(identifier, version, undefined),
    keepReadmesAt: (url: string) => {
      elsewhere = url;
    },
  }));
}
