/** A loopback npm registry: `GET /{name}/{version}` and `/{name}`, names with an escaped slash. */
import { fakeRegistry, json, type FakePackageRegistry } from "./fake-registry.ts";

export function fakeNpm(): Promise<FakePackageRegistry> {
  const packages = new Map<string, Map<string, string | undefined>>();
  return fakeRegistry(
    (request, response) => {
      const [, name = "", version] = request.path.split("/").map(decodeURIComponent);
      const versions = packages.get(name);
      if (!versions) return json(response, 404, { error: "Not found" });
      if (version === undefined) return json(response, 200, { name, versions: Object.fromEntries(versions) });
      const exact = version === "latest" ? [...versions.keys()].at(-1) : version;
      if (exact === undefined || !versions.has(exact)) return json(response, 404, `version not found: ${version}`);
      return json(response, 200, { name, version: exact, mcpName: versions.get(exact) });
    },
    (identifier, version, serverName) => {
      const versions = packages.get(identifier) ?? new Map<string, string | undefined>();
      packages.set(identifier, versions.set(version, serverName));
    },
  );
}
