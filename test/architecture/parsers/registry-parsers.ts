/** Parsers of the registry: versions, names, URLs and cursors. */
import { readUrl, readUrlTemplate } from "../../../src/registry/publishing/core/url-text.ts";
import { looksLikeRange } from "../../../src/registry/publishing/core/version-rules.ts";
import { parseBundleUrl } from "../../../src/registry/publishing/packages/core/bundle-url.ts";
import { parseBearerChallenge } from "../../../src/registry/publishing/packages/core/challenge.ts";
import { parseImageReference } from "../../../src/registry/publishing/packages/core/image-reference.ts";
import { claimedServerNames } from "../../../src/registry/publishing/packages/core/mention.ts";
import { normalizeNugetVersion } from "../../../src/registry/publishing/packages/core/nuget-version.ts";
import { decodeCursor } from "../../../src/registry/servers/core/cursor.ts";
import { parseVersion } from "../../../src/registry/servers/core/version-order.ts";
import { readName, readVersion } from "../../../src/registry/servers/path-input.ts";
import { readEntry } from "../../../src/registry/sync/read-entry.ts";
import { parseDomain } from "../../../src/registry/tokens/core/domain.ts";
import { parsePattern } from "../../../src/registry/tokens/core/permissions.ts";
import { parseProofRecords } from "../../../src/registry/tokens/core/proof-record.ts";
import { named, type Parser } from "./parser.ts";

const NOTHING_KNOWN = { find: () => undefined, findVersion: () => undefined };

export const REGISTRY_PARSERS: readonly Parser[] = [
  named(parseBearerChallenge, [
    ["Bearer ", 'a="b",', "!"],
    ["Bearer ", " ", ""],
    ["", ", bearer", ""],
  ]),
  named(decodeCursor, [["", "A", ""]]),
  {
    name: readName.name,
    parse: (text) => readName(NOTHING_KNOWN, text),
    worst: [
      ["", "%41", "%"],
      ["", "%", ""],
    ],
  },
  { name: readVersion.name, parse: (text) => readVersion(NOTHING_KNOWN, "a/b", text), worst: [["", "%41", "%"]] },
  named(parsePattern, [["a", "/", "*"]]),
  named(parseDomain, [["", "a.", ""]]),
  named(parseVersion, [
    ["1.0.0-", "1.", "!"],
    ["1.0.0+", "a.", ""],
    ["", "1.", ""],
  ]),
  named(looksLikeRange, [
    ["1.0 ", " ", "- 2"],
    ["^1", ".1", "!"],
    ["", " - ", ""],
    [">=", " ", "x"],
  ]),
  named(normalizeNugetVersion, [
    ["", "1", ".0"],
    ["", "0", ".1"],
    ["1.0-", "a", "+"],
  ]),
  named(parseImageReference, [
    ["a/", "a/", ":"],
    ["a", "--", "/b:1"],
    ["", "a:", ""],
  ]),
  { name: "parseBundleUrl", parse: (text) => parseBundleUrl(text, []), worst: [["https://gitlab.com", "/-/a", ""]] },
  named(claimedServerNames, [
    ["mcp-name: ", ".", "!"],
    ["", "mcp-name:", ""],
    ["mcp-name:", " ", ""],
  ]),
  named(readUrl, [
    ["http://a", "\u0301\u0316", "/"],
    ["https:", "/", ""],
    ["http://", "a:", ""],
  ]),
  named(readUrlTemplate, [
    ["", "{", ""],
    ["", "{a}", "{"],
    ["http://a:", "{a}", ""],
  ]),
  {
    name: "parseProofRecords",
    parse: (text) => parseProofRecords([text]),
    worst: [
      ["v", " ", "=MCPv1;"],
      ["v=MCPv1;", "a=1;", ""],
    ],
  },
  {
    name: "readEntry",
    parse: (text) => readEntry({ server: { name: text, version: text }, _meta: {} }),
    worst: [
      ["a/", "a", "!"],
      ["a", "/a", ""],
    ],
  },
];
