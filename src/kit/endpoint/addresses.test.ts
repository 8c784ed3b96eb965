import fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import type { MountedService } from "./http-services.ts";
import { json } from "./output.ts";
import { caseRewriter, formOf } from "./service-urls.ts";
import { cleaned } from "./unknown-path.ts";

const service = (name: string, prefixes: string[], paths: string[], ignoreCase: boolean): MountedService => ({
  form: { name, prefixes, ignoreCase } as unknown as ServiceForm,
  endpoints: paths.map((path): AnyEndpoint => ({
    id: `a${path}`,
    method: "GET",
    path,
    auth: "public",
    summary: "",
    input: {},
    output: json(Type.Null()),
    errors: [],
    examples: [],
    run: () => null,
  })),
  deps: {},
});
const services = [
  service("exact", ["/v0.1", "/v0"], ["/Servers"], false),
  service("folding", ["", "/Alias"], ["/Player/:id", "/Player/Online", "/Player/:id/Tribe", "/Status"], true),
];
const [exact, folding] = services.map(({ form }) => form);

describe("the cleaned form of an address", () => {
  const piece = fc.constantFrom(
    "/",
    "//",
    "\\",
    "a",
    "evil.example",
    ".",
    "..",
    "%5c",
    "%2f",
    "\t",
    "\r",
    "\n",
    "?",
    "#",
    "@",
    ":",
    "é",
    " ",
    "\0",
  );
  const address = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);

  test("never leads to another host", () => {
    fc.assert(
      fc.property(address, (url) => {
        const target = cleaned(url);
        if (target === undefined) return;
        expect(new URL(target, "http://here.example/x/y").origin).toBe("http://here.example");
        expect(target.split("?")[0]).toMatch(/^\/[^/\\\s]/);
      }),
      { numRuns: 5_000 },
    );
  });

  test("is clean, and keeps the query as it was", () => {
    fc.assert(
      fc.property(address, (url) => {
        const target = cleaned(url);
        if (target === undefined) return;
        expect(cleaned(target)).toBeUndefined();
        expect(target.slice(target.indexOf("?") + 1)).toBe(
          target.includes("?") ? url.slice(url.indexOf("?") + 1) : target,
        );
      }),
    );
  });

  test.each([
    ["/a/", "/a"],
    ["//a", "/a"],
    ["/a//b/?x=//&y=/", "/a/b?x=//&y=/"],
    ["/a", undefined],
    ["/", undefined],
    ["//", undefined],
    ["/?x=/", undefined],
  ])("of %s is %s", (url, target) => {
    expect(cleaned(url)).toBe(target);
  });
});

describe("the service of an address", () => {
  test.each([
    ["/v0.1", "exact"],
    ["/v0.1/x", "exact"],
    ["/v0?x=/v0.1/", "exact"],
    ["/v0.10/x", "folding"],
    ["/V0.1/x", "folding"],
    ["/aLIAS/x", "folding"],
    ["/", "folding"],
  ])("%s is %s", (url, name) => {
    expect(formOf(services, url, folding as ServiceForm).name).toBe(name);
  });

  const rooted = [...services, service("rooted", [""], ["/", "/Docs/:page", "/:any/thing"], false)];
  test.each([
    ["/Docs/a/b", "rooted"],
    ["/Docs?x=/Player", "rooted"],
    ["/docs/a", "exact"],
    ["/player/1/nothing", "folding"],
    ["/PLAYER", "folding"],
    ["/%50layer/1/nothing", "folding"],
    ["/%zz/Player", "exact"],
    ["/v0.1/Player", "exact"],
    ["/", "exact"],
    ["//Player", "exact"],
    ["/:any", "exact"],
    ["/nothing", "exact"],
  ])("%s is %s, by the first part of a path of it at the root", (url, name) => {
    expect(formOf(rooted, url, exact as ServiceForm).name).toBe(name);
  });

  test("is the root's where none has the prefix", () => {
    expect(formOf([], "/v0.1/x", exact as ServiceForm)).toBe(exact);
  });
});

describe("the spelling of an address", () => {
  const rewrite = caseRewriter(services);

  test.each([
    ["/player/ABC", "/Player/ABC"],
    ["/PLAYER/STATUS", "/Player/STATUS"],
    ["/player/online", "/Player/Online"],
    ["/player/online/tribe?Q=Player", "/Player/online/Tribe?Q=Player"],
    ["/%50lay%65r/x%2Fy", "/Player/x%2Fy"],
    ["/alias/status", "/Alias/Status"],
    ["/player", "/player"],
    ["/player/", "/player/"],
    ["/player/x/tribe/y", "/player/x/tribe/y"],
    ["/%zz/x", "/%zz/x"],
    ["/v0.1/servers", "/v0.1/servers"],
    ["*", "*"],
    ["", ""],
  ])("of %s is %s", (url, spelled) => {
    expect(rewrite?.({ url })).toBe(spelled);
  });

  test("is left alone where no service needs it", () => {
    expect(caseRewriter(services.slice(0, 1))).toBeUndefined();
  });
});
