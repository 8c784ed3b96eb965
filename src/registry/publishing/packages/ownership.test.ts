import { afterEach, describe, expect, test } from "vitest";
import { fakeNpm } from "../../../../test/support/package-registries/npm.ts";
import { ownershipAgainst } from "../../../../test/support/package-registries/ownership-against.ts";
import type { FakePackageRegistry } from "../../../../test/support/package-registries/fake-registry.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { systemClock, type Clock } from "../../../kit/time/clock.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import type { PackageToCheck } from "./core/package.ts";
import { readPlaces, trustedHosts } from "./places.ts";
import type { OwnershipSettings } from "./settings.ts";
import { defaultSettings } from "../../../../test/support/package-registries/default-settings.ts";

const NAME = "io.example/weather";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** The real clock, shifted by the test. */
function shiftedClock(): Clock & { shift(ms: number): void } {
  const real = systemClock();
  let shiftMs = 0;
  return {
    ...real,
    now: () => plusMillis(real.now(), shiftMs),
    shift: (ms) => {
      shiftMs += ms;
    },
  };
}

async function setUp(some: Partial<OwnershipSettings> = {}) {
  const npm = await fakeNpm();
  const clock = shiftedClock();
  const logged: object[] = [];
  const log = { info: (fields: object) => void logged.push(fields) };
  const ownership = ownershipAgainst({ npmUrl: npm.url, ...some }, { clock, log });
  open.push(npm, ownership);
  return { npm, clock, ownership, logged };
}

function npmPackage(identifier: string, version = "1.0.0"): PackageToCheck {
  return { registryType: "npm", identifier, version };
}

function asked(npm: FakePackageRegistry, path = "/weather/1.0.0"): number {
  return npm.seen.filter((request) => request.path === path).length;
}

describe("the packages of a server", () => {
  test("pass when there are none", async () => {
    const { ownership } = await setUp();
    expect(await ownership.checkAll([], NAME)).toEqual({ kind: "passed", verdicts: [] });
  });

  test("of a kind that is not known are refused", async () => {
    const { ownership } = await setUp();
    for (const registryType of ["brew", "NPM", "", "__proto__", "constructor"]) {
      expect(await ownership.checkAll([{ registryType, identifier: "weather" }], NAME)).toEqual({
        kind: "refused",
        index: 0,
        identifier: "weather",
        why: `unsupported registry type: ${registryType}`,
      });
    }
  });

  test("pass unchecked, whatever they are, when checks are switched off", async () => {
    const { npm, ownership } = await setUp({ ownershipChecks: false });
    const outcome = await ownership.checkAll([npmPackage("weather"), { registryType: "brew", identifier: "x" }], NAME);
    expect(outcome).toMatchObject({ kind: "passed", verdicts: [{ kind: "skipped" }, { kind: "skipped" }] });
    expect(npm.seen).toEqual([]);
  });

  test("are all checked, and the first that is refused is named with its place in the list", async () => {
    const { npm, ownership } = await setUp();
    npm.publish("weather", "1.0.0", NAME);
    const all = [npmPackage("weather"), npmPackage("absent"), npmPackage("missing")];
    expect(await ownership.checkAll(all, NAME)).toMatchObject({ kind: "refused", index: 1, identifier: "absent" });
    expect(asked(npm, "/missing/1.0.0")).toBe(1);
  });

  test("are refused for what is wrong with one before they wait for another's registry", async () => {
    const { npm, ownership } = await setUp();
    npm.fail(503);
    const all = [npmPackage("weather"), { registryType: "brew", identifier: "x" }];
    expect(await ownership.checkAll(all, NAME)).toMatchObject({ kind: "refused", index: 1 });
    expect(await ownership.checkAll(all.slice(0, 1), NAME)).toMatchObject({ kind: "unavailable", index: 0 });
  });

  test("are refused when there are more than a server can have", async () => {
    const { npm, ownership } = await setUp();
    const all = Array.from({ length: 101 }, (_none, index) => npmPackage(`weather-${index}`));
    expect(await ownership.checkAll(all, NAME)).toMatchObject({ kind: "refused", index: 100 });
    expect(npm.seen).toEqual([]);
  });
});

describe("what was found", () => {
  test("is kept for some minutes when the package is the server's own", async () => {
    const { npm, clock, ownership } = await setUp({ ownershipCacheMinutes: 5 });
    npm.publish("weather", "1.0.0", NAME);
    const check = () => ownership.checkAll([npmPackage("weather")], NAME);
    await check();
    clock.shift(4 * 60_000);
    expect(await check()).toMatchObject({ kind: "passed" });
    expect(asked(npm)).toBe(1);
    clock.shift(2 * 60_000);
    expect(await check()).toMatchObject({ kind: "passed" });
    expect(asked(npm)).toBe(2);
  });

  test("is not kept when nothing is to be kept", async () => {
    const { npm, ownership } = await setUp({ ownershipCacheMinutes: 0 });
    npm.publish("weather", "1.0.0", NAME);
    for (let turn = 0; turn < 2; turn++) await ownership.checkAll([npmPackage("weather")], NAME);
    expect(asked(npm)).toBe(2);
  });

  test("counts for that server, version and kind of package alone", async () => {
    const { npm, ownership } = await setUp();
    npm.publish("weather", "1.0.0", NAME);
    await ownership.checkAll([npmPackage("weather")], NAME);
    expect(await ownership.checkAll([npmPackage("weather")], "io.example/other")).toMatchObject({ kind: "refused" });
    expect(await ownership.checkAll([npmPackage("weather", "2.0.0")], NAME)).toMatchObject({ kind: "refused" });
  });

  test("is forgotten within seconds when the package was refused, so that mending it helps", async () => {
    const { npm, clock, ownership } = await setUp();
    const check = () => ownership.checkAll([npmPackage("weather")], NAME);
    expect(await check()).toMatchObject({ kind: "refused" });
    npm.publish("weather", "1.0.0", NAME);
    clock.shift(5000);
    expect(await check()).toMatchObject({ kind: "passed" });
  });

  test("is not kept when nothing was found out", async () => {
    const { npm, ownership } = await setUp();
    npm.publish("weather", "1.0.0", NAME);
    npm.fail(503);
    const check = () => ownership.checkAll([npmPackage("weather")], NAME);
    expect(await check()).toMatchObject({ kind: "unavailable" });
    npm.fail(undefined);
    expect(await check()).toMatchObject({ kind: "passed" });
  });

  test("serves everybody who asked the same at the same time", async () => {
    const { npm, ownership } = await setUp();
    npm.publish("weather", "1.0.0", NAME);
    const many = Array.from({ length: 20 }, () =>
      ownership.checkAll([npmPackage("weather"), npmPackage("weather")], NAME),
    );
    for (const outcome of await Promise.all(many)) expect(outcome).toMatchObject({ kind: "passed" });
    expect(asked(npm)).toBe(1);
  });
});

describe("a check under way", () => {
  test("goes on for others when one of them gives up", async () => {
    const { npm, ownership } = await setUp({ ownershipTimeoutMs: 2000 });
    npm.fail("silent");
    const controller = new AbortController();
    const one = ownership.checkAll([npmPackage("weather")], NAME, controller.signal);
    const other = ownership.checkAll([npmPackage("weather")], NAME);
    const gaveUp = expect(one).rejects.toThrow("changed my mind");
    await expect.poll(() => asked(npm)).toBe(1);
    controller.abort(new Error("changed my mind"));
    await gaveUp;
    expect(await other).toMatchObject({ kind: "unavailable" });
    await expect(ownership.checkAll([], NAME, controller.signal)).rejects.toThrow("changed my mind");
  });

  test("ends when the process does", async () => {
    const { npm, ownership } = await setUp();
    npm.fail("silent");
    const one = ownership.checkAll([npmPackage("weather")], NAME);
    await expect.poll(() => asked(npm)).toBe(1);
    await ownership.close();
    expect(await one).toMatchObject({ kind: "unavailable", why: "this server is shutting down." });
  });

  test("gives the machine's message to the log, and not to the publisher", async () => {
    const { npm, ownership, logged } = await setUp();
    await npm.close();
    const outcome = await ownership.checkAll([npmPackage("weather")], NAME);
    expect(outcome).toMatchObject({ kind: "unavailable" });
    expect(JSON.stringify(outcome)).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/);
    expect(logged).toMatchObject([{ kind: "unreachable", url: `${npm.url}/weather/1.0.0` }]);
  });
});

describe("settings", () => {
  test("trust no private host by default, and exactly those that the operator names", () => {
    expect(trustedHosts(defaultSettings())).toEqual([]);
    const settings = {
      ...defaultSettings(),
      npmUrl: "http://npm.internal/repository/npm/",
      nugetUrl: "https://nuget.internal:8443/v3/index.json",
      ociHosts: ["images.internal:5000", "docker.io=https://mirror.internal"],
      mcpbHosts: ["files.internal", "http://127.0.0.1:8080"],
    };
    expect(trustedHosts(settings)).toEqual([
      "npm.internal:80",
      "nuget.internal:8443",
      "images.internal:5000",
      "mirror.internal:443",
      "files.internal:443",
      "127.0.0.1:8080",
    ]);
  });

  test.each<Partial<OwnershipSettings>>([
    { npmUrl: "npm.internal" },
    { npmUrl: "ftp://npm.internal" },
    { pypiUrl: "https://user:secret@pypi.internal" },
    { nugetUrl: "https://nuget.internal/?token=secret" },
    { ociHosts: ["https://images.internal"] },
    { ociHosts: ["a=b=c"] },
    { ociHosts: ["docker.io=mirror"] },
    { mcpbHosts: ["files.internal/folder"] },
    { mcpbHosts: ["ftp://files.internal"] },
  ])("that cannot be read are refused by name: %j", (some) => {
    const read = (): unknown => readPlaces({ ...defaultSettings(), ...some });
    expect(read).toThrow(UserError);
    expect(read).toThrow(new RegExp(`^${Object.keys(some)[0] ?? ""}:`));
    expect(read).not.toThrow(/secret/);
  });
});
