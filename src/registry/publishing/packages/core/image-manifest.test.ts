import { describe, expect, test } from "vitest";
import { readLabel, readManifest } from "./image-manifest.ts";

const [FIRST, SECOND] = [`sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`];
const linux = { os: "linux", architecture: "arm64" };
const unknown = { os: "unknown", architecture: "unknown" };

describe("a manifest", () => {
  test("of one image names its configuration", () => {
    expect(readManifest({ config: { digest: FIRST }, layers: [] })).toEqual({ kind: "image", configDigest: FIRST });
  });

  test.each([
    [
      "the first image",
      [
        { digest: FIRST, platform: linux },
        { digest: SECOND, platform: linux },
      ],
      FIRST,
    ],
    ["an image without a platform", [{ digest: FIRST }], FIRST],
    [
      "no attestation by its platform",
      [
        { digest: FIRST, platform: unknown },
        { digest: SECOND, platform: linux },
      ],
      SECOND,
    ],
    [
      "no attestation by its annotation",
      [{ digest: FIRST, annotations: { "vnd.docker.reference.type": "attestation-manifest" } }, { digest: SECOND }],
      SECOND,
    ],
    ["nothing whose digest is none", [{ digest: "../../x" }, null, 7, { digest: SECOND }], SECOND],
  ])("of a list names %s", (_what, manifests, imageDigest) => {
    expect(readManifest({ manifests })).toEqual({ kind: "index", imageDigest });
  });

  test.each([
    [{ manifests: [] }],
    [{ manifests: [{ digest: FIRST, platform: unknown }] }],
    [{ config: { digest: "latest" } }],
    [{ config: null }],
    [{}],
    [null],
    ["text"],
    [[]],
  ])("%j is something else", (document) => expect(readManifest(document)).toEqual({ kind: "other" }));
});

test("a label is read from the configuration's own labels only", () => {
  expect(readLabel({ config: { Labels: { a: "b" } } }, "a")).toBe("b");
  expect(readLabel({ config: { Labels: { a: 1 } } }, "a")).toBeUndefined();
  expect(readLabel({ config: { Labels: {} } }, "toString")).toBeUndefined();
  expect(readLabel({ config: { Labels: null } }, "a")).toBeUndefined();
  expect(readLabel({}, "a")).toBeUndefined();
});
