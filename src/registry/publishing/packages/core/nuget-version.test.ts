import { expect, test } from "vitest";
import { normalizeNugetVersion } from "./nuget-version.ts";

test.each([
  ["1.0.0", "1.0.0"],
  ["1", "1.0.0"],
  ["1.0", "1.0.0"],
  ["1.2.3.0", "1.2.3"],
  ["1.2.3.4", "1.2.3.4"],
  ["01.002.3", "1.2.3"],
  ["0.10.0-Beta.10", "0.10.0-beta.10"],
  ["1.0.0+Build.5", "1.0.0"],
  ["1.0.0-rc.1+5", "1.0.0-rc.1"],
  ["1.0-rc", "1.0.0-rc"],
  ["v1.0.0", "v1.0.0"],
  ["1.2.3.4.5", "1.2.3.4.5"],
  ["", ""],
])("%j is looked up as %j", (version, normal) => expect(normalizeNugetVersion(version)).toBe(normal));
