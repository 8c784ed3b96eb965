import { describe, expect, test } from "vitest";
import { formRefusal, pathSegment, type PackageForm } from "./form.ts";
import type { PackageToCheck } from "./package.ts";

const npm: PackageForm = {
  label: "npm",
  identifier: /^[\w-][\w.-]*$/,
  version: "required",
  baseUrls: ["https://registry.npmjs.org", "https://npm.example"],
  fileSha256: "forbidden",
};
const oci: PackageForm = { label: "OCI", version: "forbidden", baseUrls: [], fileSha256: "forbidden" };
const mcpb: PackageForm = { label: "MCPB", version: "optional", baseUrls: [], fileSha256: "required" };

function pkg(more: Partial<PackageToCheck> = {}): PackageToCheck {
  return { registryType: "x", identifier: "weather", ...more };
}

describe("the form of a package", () => {
  test.each<[string, PackageForm, PackageToCheck]>([
    ["a version", npm, pkg({ version: "1.0.0" })],
    ["an epoch in its version", npm, pkg({ version: "1!2.0+local" })],
    ["the public base URL", npm, pkg({ version: "1", registryBaseUrl: "https://registry.npmjs.org" })],
    ["the mirror's base URL", npm, pkg({ version: "1", registryBaseUrl: "https://npm.example" })],
    ["members that are empty", oci, pkg({ registryBaseUrl: "", version: "", fileSha256: "" })],
    ["a hash", mcpb, pkg({ fileSha256: "0".repeat(64) })],
    ["a hash and a version", mcpb, pkg({ fileSha256: "0".repeat(64), version: "v1 beta".slice(0, 2) })],
  ])("is right with %s", (_what, form, subject) => expect(formRefusal(subject, form)).toBeUndefined());

  test.each<[string, PackageForm, PackageToCheck, RegExp]>([
    ["no identifier", npm, pkg({ identifier: "" }), /identifier is empty/],
    ["a very long identifier", oci, pkg({ identifier: "x".repeat(2049) }), /longer than 2048/],
    ["a blank in it", oci, pkg({ identifier: "a b" }), /blanks or control/],
    ["a NUL in it", oci, pkg({ identifier: "a\0b" }), /blanks or control/],
    ["half a surrogate pair in it", oci, pkg({ identifier: "a\ud800" }), /blanks or control/],
    ["a step to another folder", npm, pkg({ identifier: "..", version: "1" }), /cannot be the name/],
    [
      "a foreign base URL",
      npm,
      pkg({ version: "1", registryBaseUrl: "https://evil.example" }),
      /do not match.*registry\.npmjs\.org/,
    ],
    [
      "a base URL with a slash more",
      npm,
      pkg({ version: "1", registryBaseUrl: "https://registry.npmjs.org/" }),
      /do not match/,
    ],
    [
      "a base URL where there is none",
      oci,
      pkg({ registryBaseUrl: "https://ghcr.io" }),
      /must not have 'registryBaseUrl'/,
    ],
    ["no version", npm, pkg(), /must have a 'version'/],
    ["a version where there is none", oci, pkg({ version: "1" }), /must not have 'version'/],
    ["a version that leads elsewhere", npm, pkg({ version: "../x" }), /cannot be the version/],
    ["a version of dots", npm, pkg({ version: ".." }), /cannot be the version/],
    ["a very long version", npm, pkg({ version: "1".repeat(256) }), /longer than 255/],
    [
      "a hash where there is none",
      npm,
      pkg({ version: "1", fileSha256: "0".repeat(64) }),
      /must not have 'fileSha256'/,
    ],
    ["no hash", mcpb, pkg(), /must include a fileSha256 hash for integrity verification/],
    ["a hash in upper case", mcpb, pkg({ fileSha256: "A".repeat(64) }), /64 lower-case/],
  ])("is wrong with %s", (_what, form, subject, why) => expect(formRefusal(subject, form)).toMatch(why));

  test("does not tell where a mirror is", () => {
    const why = formRefusal(pkg({ version: "1", registryBaseUrl: "https://evil.example" }), npm);
    expect(why).not.toContain("npm.example");
  });
});

test("a path segment keeps what addresses of packages are usually written with", () => {
  expect(pathSegment("@scope/name")).toBe("@scope%2Fname");
  expect(pathSegment("1.0.0+build")).toBe("1.0.0+build");
  expect(pathSegment("a?b#c%2e\\")).toBe("a%3Fb%23c%252e%5C");
});
