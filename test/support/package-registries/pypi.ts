/** A loopback PyPI: `GET /pypi/{project}/{version}/json` and `/pypi/{project}/json`; other spellings are redirected. */
import { fakeRegistry, json, type FakePackageRegistry } from "./fake-registry.ts";

export function fakePypi(): Promise<FakePackageRegistry> {
  const projects = new Map<string, Map<string, string | undefined>>();
  return fakeRegistry(
    (request, response) => {
      const parts = request.path.split("/").map(decodeURIComponent);
      const [, root, name = "", version] = parts;
      if (root !== "pypi" || parts.at(-1) !== "json") return json(response, 404, { message: "Not Found" });
      const normal = normalize(name);
      if (normal !== name) {
        response.writeHead(301, { Location: request.path.replace(name, normal) }).end();
        return;
      }
      const releases = projects.get(normal);
      const known = releases && (version === "json" || releases.has(version ?? ""));
      if (!known) return json(response, 404, { message: "Not Found" });
      const serverName = releases.get(version ?? "");
      const claim = serverName === undefined ? "" : `\n<!-- mcp-name: ${serverName} -->\n`;
      return json(response, 200, { info: { name, version, description: `# ${name}\n${claim}\nUse it well.` } });
    },
    (identifier, version, serverName) => {
      const name = normalize(identifier);
      const releases = projects.get(name) ?? new Map<string, string | undefined>();
      projects.set(name, releases.set(version, serverName));
    },
  );
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
