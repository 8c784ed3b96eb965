import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicImageHost, parseImageReference } from "./image-reference.ts";

const DIGEST = `sha256:${"0123456789abcdef".repeat(4)}`;

describe("an image's name", () => {
  test.each([
    ["ghcr.io/example/weather:1.0.0", "ghcr.io", "example/weather", "1.0.0"],
    ["docker.io/example/weather:latest", "docker.io", "example/weather", "latest"],
    ["index.docker.io/example/weather:1", "docker.io", "example/weather", "1"],
    ["registry-1.docker.io/example/weather:1", "docker.io", "example/weather", "1"],
    ["example/weather:1", "docker.io", "example/weather", "1"],
    ["weather:1", "docker.io", "library/weather", "1"],
    ["docker.io/weather:1", "docker.io", "library/weather", "1"],
    ["GHCR.io/example/weather:V1", "ghcr.io", "example/weather", "V1"],
    ["localhost/weather:1", "localhost", "weather", "1"],
    ["127.0.0.1:5000/a/b/c/d:1", "127.0.0.1:5000", "a/b/c/d", "1"],
    ["europe-docker.pkg.dev/p/r/a__b--c.d:1_2", "europe-docker.pkg.dev", "p/r/a__b--c.d", "1_2"],
    [`ghcr.io/example/weather@${DIGEST}`, "ghcr.io", "example/weather", DIGEST],
    [`ghcr.io/example/weather:1.0.0@${DIGEST}`, "ghcr.io", "example/weather", DIGEST],
  ])("%s is read", (text, host, repository, reference) => {
    expect(parseImageReference(text)).toEqual({ host, repository, reference, isDigest: text.includes("@") });
  });

  test.each([
    "",
    ":1",
    "/weather:1",
    "ghcr.io/:1",
    "ghcr.io/example/weather",
    "weather",
    "ghcr.io/example/weather:",
    "ghcr.io/example/weather:.1",
    `ghcr.io/example/weather:${"a".repeat(129)}`,
    "ghcr.io/Example/weather:1",
    "ghcr.io//weather:1",
    "ghcr.io/../weather:1",
    "ghcr.io/a/./weather:1",
    "ghcr.io/-a/weather:1",
    "ghcr.io/a%2fb/weather:1",
    "ghcr.io/a?b/weather:1",
    "ghcr.io/example/weather:1@sha256:abc",
    `ghcr.io/example/weather@${DIGEST.toUpperCase()}`,
    `ghcr.io/example/weather@${DIGEST}@${DIGEST}`,
    "https://ghcr.io/example/weather:1",
    "user@ghcr.io/example/weather:1",
    "ghcr.io:port/example/weather:1",
    `ghcr.io/${"a/".repeat(127)}weather:1`,
  ])("%j is none", (text) => expect(parseImageReference(text)).toHaveProperty("why"));

  test("whatever is read can be part of an address as it is", () => {
    const odd = fc.stringMatching(/^[a-z0-9.:@/?#%A-Z_\\ -]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), odd), (text) => {
        const image = parseImageReference(text);
        if ("why" in image) return;
        const url = new URL(`https://${image.host}/v2/${image.repository}/manifests/${image.reference}`);
        expect(url.pathname).toBe(`/v2/${image.repository}/manifests/${image.reference}`);
        expect(url.username + url.search + url.hash).toBe("");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("images of public registries", () => {
  test.each(["docker.io", "ghcr.io", "mcr.microsoft.com", "us-docker.pkg.dev", "example.azurecr.io"])(
    "%s is one",
    (host) => expect(isPublicImageHost(host)).toBe(true),
  );

  test.each([
    "quay.io",
    "evil-ghcr.io",
    "ghcr.io.evil.example",
    "ghcr.io:444",
    "pkg.dev",
    ".pkg.dev",
    "evilpkg.dev",
    "x.mcr.microsoft.com",
    "10.0.0.1:5000",
  ])("%s is none", (host) => expect(isPublicImageHost(host)).toBe(false));
});
