/** The peculiarities of single package registries. Their common part is in checkers.test.ts. */
import { afterEach, describe, expect, test } from "vitest";
import { fakeCrates } from "../../../../test/support/package-registries/cargo.ts";
import { fakeReleases } from "../../../../test/support/package-registries/mcpb.ts";
import { fakeNpm } from "../../../../test/support/package-registries/npm.ts";
import { fakeNuget } from "../../../../test/support/package-registries/nuget.ts";
import {
  ownershipAgainst,
  type OwnershipUnderTest,
} from "../../../../test/support/package-registries/ownership-against.ts";
import { fakePypi } from "../../../../test/support/package-registries/pypi.ts";
import { loopbackServer } from "../../../../test/support/loopback-server.ts";
import type { PackageToCheck } from "./core/package.ts";
import type { OwnershipSettings } from "./settings.ts";

const NAME = "io.example/weather";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

function opened<T extends { close(): Promise<void> }>(thing: T): T {
  open.push(thing);
  return thing;
}

function checks(settings: Partial<OwnershipSettings>): OwnershipUnderTest {
  return opened(ownershipAgainst(settings));
}

async function check(ownership: OwnershipUnderTest, pkg: PackageToCheck): Promise<{ kind: string; why?: string }> {
  return ownership.checkAll([pkg], NAME);
}

describe("npm", () => {
  const pkg = (more: Partial<PackageToCheck> = {}): PackageToCheck => {
    return { registryType: "npm", identifier: "weather", version: "1.0.0", ...more };
  };

  test("a scoped package is asked for by one path segment", async () => {
    const npm = opened(await fakeNpm());
    npm.publish("@example/weather", "1.0.0", NAME);
    const ownership = checks({ npmUrl: npm.url });
    expect(await check(ownership, pkg({ identifier: "@example/weather" }))).toMatchObject({ kind: "passed" });
    expect(npm.seen.map(({ path }) => path)).toEqual(["/@example%2Fweather/1.0.0"]);
  });

  test("a name for a version is not a version", async () => {
    const npm = opened(await fakeNpm());
    npm.publish("weather", "1.0.0", NAME);
    const outcome = await check(checks({ npmUrl: npm.url }), pkg({ version: "latest" }));
    expect(outcome.why).toMatch(/"latest" is not a version.*but a name for 1\.0\.0/);
  });

  test("publishers may write the public base URL or the mirror's, and no other", async () => {
    const npm = opened(await fakeNpm());
    npm.publish("weather", "1.0.0", NAME);
    const ownership = checks({ npmUrl: npm.url });
    for (const registryBaseUrl of ["https://registry.npmjs.org", npm.url]) {
      expect(await check(ownership, pkg({ registryBaseUrl }))).toMatchObject({ kind: "passed" });
    }
    const outcome = await check(ownership, pkg({ registryBaseUrl: "https://npm.evil.example" }));
    expect(outcome.why).toMatch(/^registry type and base URL do not match/);
  });

  test("a mirror below a path is asked there, and never named to publishers", async () => {
    const npm = opened(await fakeNpm());
    const outcome = await check(checks({ npmUrl: `${npm.url}/repository/npm/` }), pkg());
    expect(npm.seen[0]?.path).toBe("/repository/npm/weather/1.0.0");
    expect(outcome.why).not.toContain(String(npm.port));
    expect(outcome.why).toContain("this registry's mirror of npm");
  });
});

describe("pypi", () => {
  test("another spelling of the project's name is followed to the right one", async () => {
    const pypi = opened(await fakePypi());
    pypi.publish("example-weather", "1.0.0", NAME);
    const pkg = { registryType: "pypi", identifier: "Example_Weather", version: "1.0.0" };
    expect(await check(checks({ pypiUrl: pypi.url }), pkg)).toMatchObject({ kind: "passed" });
  });

  test("a release without a description is refused", async () => {
    const pypi = opened(
      await loopbackServer((_request, response) => response.end(JSON.stringify({ info: { description: null } }))),
    );
    const pkg = { registryType: "pypi", identifier: "weather", version: "1.0.0" };
    expect((await check(checks({ pypiUrl: pypi.url }), pkg)).why).toMatch(/but there is none/);
  });
});

describe("nuget", () => {
  const pkg = { registryType: "nuget", identifier: "Example.Weather", version: "1.0-Beta+5" };

  test("names and versions are asked for as NuGet spells them, and the service index once", async () => {
    const nuget = opened(await fakeNuget());
    nuget.publish("Example.Weather", "1.0.0-beta", NAME);
    const ownership = checks({ nugetUrl: `${nuget.url}/v3/index.json`, ownershipCacheMinutes: 0 });
    expect(await check(ownership, pkg)).toMatchObject({ kind: "passed" });
    expect(await check(ownership, pkg)).toMatchObject({ kind: "passed" });
    const readme = "/flat/example.weather/1.0.0-beta/readme";
    expect(nuget.seen.map(({ path }) => path)).toEqual(["/v3/index.json", readme, readme]);
  });

  test("the publisher of a package without a README is told so", async () => {
    const nuget = opened(await fakeNuget());
    nuget.publishWithoutReadme("Example.Weather", "1.0.0-beta");
    const outcome = await check(checks({ nugetUrl: `${nuget.url}/v3/index.json` }), pkg);
    expect(outcome.why).toMatch(/has no README\. Add one that contains "mcp-name: io\.example\/weather"/);
  });

  test("a service index that names no README files decides nothing, and is asked for again", async () => {
    const nuget = opened(await loopbackServer((_request, response) => response.end('{"resources":[{"@id":7}]}')));
    const ownership = checks({ nugetUrl: `${nuget.url}/v3/index.json` });
    expect(await check(ownership, pkg)).toMatchObject({ kind: "unavailable" });
    expect(await check(ownership, pkg)).toMatchObject({ kind: "unavailable" });
    expect(nuget.seen).toHaveLength(2);
  });
});

describe("cargo", () => {
  const pkg = { registryType: "cargo", identifier: "weather-mcp", version: "1.0.0" };

  test("the publisher of a crate without a README is told so", async () => {
    const crates = opened(await fakeCrates());
    crates.publishWithoutReadme("weather-mcp", "1.0.0");
    expect((await check(checks({ cratesUrl: crates.url }), pkg)).why).toMatch(/has no README/);
  });

  test("a README elsewhere than at the registry's own places is not fetched", async () => {
    const [crates, other] = [opened(await fakeCrates()), opened(await fakeReleases())];
    crates.publish("weather-mcp", "1.0.0", NAME);
    // The other server is one that may be reached, so that only the checker's own rule refuses it.
    const ownership = checks({ cratesUrl: crates.url, mcpbHosts: [other.url] });
    for (const place of [other.url, "http://static.crates.io", "https://static.crates.io:8443", "file:///etc"]) {
      crates.keepReadmesAt(`${place}/readmes/weather.html`);
      const outcome = await check(ownership, { ...pkg, version: `1.0.0+${place.length}` });
      expect(outcome).toMatchObject({ kind: "refused", why: expect.stringContaining("where it is not looked for") });
    }
    expect(other.seen).toEqual([]);
  });

  test("a README's place that redirects elsewhere is not followed", async () => {
    const [crates, other] = [opened(await fakeCrates()), opened(await fakeReleases())];
    crates.fail({ redirect: `${other.url}/readme` });
    const ownership = checks({ cratesUrl: crates.url, mcpbHosts: [other.url] });
    expect(await check(ownership, pkg)).toMatchObject({ kind: "refused" });
    expect(other.seen).toEqual([]);
  });
});

describe("mcpb", () => {
  const sha = "0".repeat(64);

  test("a file is asked for by HEAD, through the redirect to its store", async () => {
    const releases = opened(await fakeReleases());
    const identifier = `${releases.url}/v1/weather.mcpb`;
    releases.publish(identifier, "");
    const pkg = { registryType: "mcpb", identifier, fileSha256: sha, version: "1.0.0" };
    expect(await check(checks({ mcpbHosts: [releases.url] }), pkg)).toMatchObject({ kind: "passed" });
    expect(releases.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "HEAD /v1/weather.mcpb",
      "HEAD /store/v1/weather.mcpb",
    ]);
  });

  test("a host that was not configured is not contacted", async () => {
    const releases = opened(await fakeReleases());
    const pkg = { registryType: "mcpb", identifier: `${releases.url}/weather.mcpb`, fileSha256: sha };
    expect(await check(checks({}), pkg)).toMatchObject({ kind: "refused" });
    expect(releases.seen).toEqual([]);
  });

  test("a file without a hash is refused", async () => {
    const pkg = { registryType: "mcpb", identifier: "https://github.com/a/b/releases/download/v1/b.mcpb" };
    expect((await check(checks({}), pkg)).why).toMatch(/must include a fileSha256 hash/);
  });
});
