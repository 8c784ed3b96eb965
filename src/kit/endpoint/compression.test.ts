import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compressor } from "./compression.ts";

const compress = compressor();

describe("the choice of an encoding", () => {
  const weight = fc.constantFrom(undefined, 0, 0.1, 0.5, 0.9, 1);
  const term = (name: string, q: number | undefined) => (q === undefined ? name : `${name};q=${q}`);

  test("is one that the caller takes, of those the one that it prefers, and br when it does not care", () => {
    fc.assert(
      fc.property(weight, weight, fc.boolean(), (br, gzip, isFirst) => {
        const terms = [term("br", br), "deflate", term("gzip", gzip)];
        const chosen = compress.choose((isFirst ? terms : terms.toReversed()).join(", "), 5000);
        const [ofBr, ofGzip] = [br ?? 1, gzip ?? 1];
        const expected = ofBr === 0 && ofGzip === 0 ? undefined : ofGzip > ofBr ? "gzip" : "br";
        expect(chosen).toBe(expected);
      }),
    );
  });

  test("never fails and never invents, whatever the header", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z,;=. \d]*$/)), (header) => {
        const chosen = compress.choose(header, 5000);
        if (chosen !== undefined) expect(header.toLowerCase()).toContain(chosen);
      }),
    );
  });

  test.each([
    [undefined, 5000, undefined],
    ["gzip", 1023, undefined],
    ["gzip", 1024, "gzip"],
    ["gzip", Number.POSITIVE_INFINITY, "gzip"],
    ["*", 5000, undefined],
    ["gzip ; q=0.5 , br ; q=0.4", 5000, "gzip"],
    ["GZip;Q=1", 5000, "gzip"],
    ["gzip;q=-1", 5000, undefined],
    [`${"x,".repeat(30)}gzip`, 5000, undefined],
  ])("of %j for %d bytes is %s", (header, bytes, expected) => {
    expect(compress.choose(header, bytes)).toBe(expected);
  });
});

describe("compressing", () => {
  test("gives back the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        const body = Buffer.from(bytes);
        expect(gunzipSync(await compress.compress(body, "gzip", undefined)).equals(body)).toBe(true);
        expect(brotliDecompressSync(await compress.compress(body, "br", undefined)).equals(body)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("is done once for each tag and encoding, also for callers that ask at the same time", async () => {
    const body = Buffer.alloc(10_000, "many words ");
    const first = compress.compress(body, "gzip", "tag");
    const second = compress.compress(body, "gzip", "tag");
    const one = await first;
    const two = await second;
    expect(two).toBe(one);
    expect(compress.compress(body, "gzip", "tag")).toBe(one);
    expect(await compress.compress(body, "br", "tag")).not.toBe(one);
    expect(await compress.compress(body, "gzip", undefined)).not.toBe(one);
  });
});
