import { describe, expect, test } from "vitest";
import { registryDumps } from "../../../../test/support/registry-dumps.ts";
import { parseInstant } from "../../../kit/time/instant.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { OFFICIAL_META } from "./version-record.ts";
import type { ServerStatus } from "./status.ts";
import { compareVersions, latestOf, parseVersion } from "./version-order.ts";

const at = (second: number): Instant => (second * 1_000_000) as Instant;
const version = (text: string, second = 0, status: ServerStatus = "active") => ({
  version: text,
  publishedAt: at(second),
  status,
});

describe("what is a semantic version", () => {
  test.each([
    ["1.2.3", ["1", "2", "3"], []],
    ["0.0.0", ["0", "0", "0"], []],
    ["1.0.0-rc.10", ["1", "0", "0"], ["rc", "10"]],
    ["1.0.0-0a.--.-1", ["1", "0", "0"], ["0a", "--", "-1"]],
    ["1.0.0+001", ["1", "0", "0"], []],
    ["2025.11.26+pr150-x.7", ["2025", "11", "26"], []],
    ["1.0.0-a+b-c", ["1", "0", "0"], ["a"]],
    ["99999999999999999999.0.0", ["99999999999999999999", "0", "0"], []],
  ])("%s is", (text, core, prerelease) => {
    expect(parseVersion(text)).toEqual({ core, prerelease });
  });

  test.each(
    "|1|1.1|3.3.0.1|1.2.3.4.5|v1.2.3|01.2.3|1.02.3|1.2.03|1.0.0-|1.0.0-01|1.0.0-a..b|1.0.0+|1.0.0+a..b|1.0.0+a+b|0.5.2rc4|1.0.1º|1.0.0-é|1.0.0 | 1.0.0|1..0|-1.0.0|1.0.0\n|+1.0.0"
      .split("|")
      .map((text) => [text]),
  )("%j is not", (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  test("a hostile text of 1 MiB is judged in one pass", () => {
    for (const unit of ["0", "1.", "-", "+", "a.", "1-", "0.0.0-"]) {
      expect(parseVersion(unit.repeat((1 << 20) / unit.length) + "!")).toBeUndefined();
    }
    expect(parseVersion(`1.0.0-${"0".repeat(1 << 20)}a`)).toBeDefined();
  });
});

describe("which of two versions is newer", () => {
  test.each([
    ["10.0.0", "9.0.0"],
    ["1.10.0", "1.9.0"],
    ["1.0.10", "1.0.9"],
    ["1.0.0", "1.0.0-rc.10"],
    ["1.0.0-rc.10", "1.0.0-rc.9"],
    ["1.0.0-alpha.1", "1.0.0-alpha"],
    ["1.0.0-alpha.beta", "1.0.0-alpha.1"],
    ["1.0.0-beta", "1.0.0-alpha.beta"],
    ["1.0.0-beta.11", "1.0.0-beta.2"],
    ["1.0.0-rc.1", "1.0.0-beta.11"],
    ["1.0.0-a", "1.0.0-Z"],
    ["9007199254740993.0.0", "9007199254740992.0.0"],
    ["1.0.0-100000000000000000001", "1.0.0-99999999999999999999"],
    ["3.3.0", "3.3.0.1"],
    ["1.0.0", "1.0.1º"],
    ["1.0.0", "1.0.0_build1"],
    ["0.0.0-0", "v999.0.0"],
  ])("%s is above %s, whenever they were published", (higher, lower) => {
    for (const [a, b] of [
      [version(higher, 1), version(lower, 2)],
      [version(higher, 2), version(lower, 1)],
    ] as const) {
      expect(compareVersions(a, b)).toBeGreaterThan(0);
      expect(compareVersions(b, a)).toBeLessThan(0);
    }
  });

  test.each([
    ["1.0.0+a", "1.0.0+b"],
    ["1.0.0-rc.1+a", "1.0.0-rc.1"],
    ["2024-01", "1.1"],
    ["v1", "v2"],
  ])("of %s and %s the later publication is newer", (a, b) => {
    expect(compareVersions(version(a, 2), version(b, 1))).toBeGreaterThan(0);
    expect(compareVersions(version(a, 1), version(b, 2))).toBeLessThan(0);
  });

  test("texts of the same instant differ still", () => {
    expect(compareVersions(version("1.0.0+a"), version("1.0.0+b"))).toBeLessThan(0);
    expect(compareVersions(version("b"), version("a"))).toBeGreaterThan(0);
  });

  test("parsed once is parsed enough", () => {
    const kept = { ...version("2.0.0"), parsed: parseVersion("2.0.0") ?? null };
    expect(compareVersions(kept, version("10.0.0"))).toBeLessThan(0);
    expect(compareVersions({ ...version("x"), parsed: null }, kept)).toBeLessThan(0);
  });
});

describe("what latest names", () => {
  test.each([
    ["the highest", [version("1.0.0", 3), version("2.0.0", 1), version("1.5.0", 2)], "2.0.0"],
    ["a deprecated one", [version("1.0.0"), version("2.0.0", 0, "deprecated")], "2.0.0"],
    ["the highest that is not deleted", [version("3.0.0", 0, "deleted"), version("x"), version("1.0.0")], "1.0.0"],
    ["a text that is not semver before a deleted one", [version("3.0.0", 0, "deleted"), version("x")], "x"],
    ["the highest deleted", [version("1.0.0", 0, "deleted"), version("2.0.0", 0, "deleted")], "2.0.0"],
    ["nothing for nothing", [], undefined],
  ])("%s", (_name, versions, latest) => {
    expect(latestOf(versions)?.version).toBe(latest);
    expect(latestOf(versions.toReversed())?.version).toBe(latest);
  });

  test.each(registryDumps)("the version that $name flags, for each of its servers", (dump) => {
    const servers = new Map<string, { version: string; publishedAt: Instant; status: ServerStatus; flag: boolean }[]>();
    for (const { server, _meta } of dump.servers) {
      const official = _meta[OFFICIAL_META];
      if (!official) throw new Error(`no ${OFFICIAL_META}`);
      const publishedAt = parseInstant(official.publishedAt);
      if (publishedAt === undefined) throw new Error(`no instant: ${official.publishedAt}`);
      const row = { version: server.version, publishedAt, status: official.status, flag: official.isLatest };
      servers.set(server.name, [...(servers.get(server.name) ?? []), row]);
    }
    expect(servers.size).toBeGreaterThan(300);
    const wrong = [...servers.values()].filter((versions) => {
      const flagged = versions.filter((row) => row.flag);
      return flagged.length !== 1 || latestOf(versions) !== flagged[0];
    });
    expect(wrong).toEqual([]);
  });
});
