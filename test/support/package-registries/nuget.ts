/** A loopback NuGet source: the service index, README files and lists of versions. */
import { fakeRegistry, json, type FakePackageRegistry } from "./fake-registry.ts";

/** Its service index is at `/v3/index.json`. A version published as `1.0.0` and no server name has a README without one. */
export function fakeNuget(): Promise<
  FakePackageRegistry & { publishWithoutReadme(id: string, version: string): void }
> {
  const packages = new Map<string, Map<string, string | undefined>>();
  const put = (identifier: string, version: string, readme: string | undefined): void => {
    const id = identifier.toLowerCase();
    const versions = packages.get(id) ?? new Map<string, string | undefined>();
    packages.set(id, versions.set(version.toLowerCase(), readme));
  };
  const started = fakeRegistry(
    (request, response, url) => {
      if (request.path === "/v3/index.json") return json(response, 200, serviceIndex(url));
      const [, root, id = "", version = "", file] = request.path.split("/").map(decodeURIComponent);
      const versions = packages.get(id);
      if (root !== "flat" || !versions) return void response.writeHead(404).end();
      if (version === "index.json") return json(response, 200, { versions: [...versions.keys()] });
      const readme = file === "readme" ? versions.get(version) : undefined;
      if (readme === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": "text/markdown" }).end(readme);
    },
    (identifier, version, serverName) => {
      put(identifier, version, serverName === undefined ? "# Weather" : `# Weather\n\nmcp-name: ${serverName}\n`);
    },
  );
  return started.then((registry) => ({
    ...registry,
    publishWithoutReadme: (id: string, version: string) => put(id, version, undefined),
  }));
}

function serviceIndex(url: string): unknown {
  return {
    version: "3.0.0",
    resources: [
      { "@id": `${url}/query`, "@type": "SearchQueryService" },
      { "@id": `${url}/flat/`, "@type": "PackageBaseAddress/3.0.0" },
      { "@id": `${url}/flat/{lower_id}/{lower_version}/readme`, "@type": "ReadmeUriTemplate/6.13.0" },
    ],
  };
}
