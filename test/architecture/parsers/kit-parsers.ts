/** Parsers of parameters, settings, headers and log lines. */
import { Type } from "typebox";
import { parseBearer } from "../../../src/kit/auth/bearer.ts";
import { masterKeyFromText, parseMasterKeys } from "../../../src/kit/auth/master-key.ts";
import { parseBackupHead, parseBackupManifest } from "../../../src/kit/backup/manifest.ts";
import { fromText } from "../../../src/kit/config/from-text.ts";
import { isFresh } from "../../../src/kit/endpoint/conditional.ts";
import { parseJsonBody } from "../../../src/kit/endpoint/json-body.ts";
import { converter } from "../../../src/kit/endpoint/text-value.ts";
import { cleaned } from "../../../src/kit/endpoint/unknown-path.ts";
import { networkOf } from "../../../src/kit/limits/network-of.ts";
import { maskText } from "../../../src/kit/log/redact.ts";
import { readSmtpUrl } from "../../../src/kit/mail/smtp.ts";
import { parseAmount } from "../../../src/kit/money/amount.ts";
import { parseFine } from "../../../src/kit/money/fine.ts";
import { parseAddress } from "../../../src/kit/outbound/address.ts";
import { parsePermittedPlaces } from "../../../src/kit/outbound/permitted-places.ts";
import { valueInCookies } from "../../../src/kit/text/cookie.ts";
import { decodePercent } from "../../../src/kit/text/decode-percent.ts";
import { parseJson } from "../../../src/kit/text/parse-json.ts";
import { withoutTrailing } from "../../../src/kit/text/without-trailing.ts";
import { parseInstant, fromMillis } from "../../../src/kit/time/instant.ts";
import { retryAfterMs } from "../../../src/kit/time/retry-after.ts";
import { readHeaders } from "../../../src/kit/traces/open-traces.ts";
import { parseTraceparent } from "../../../src/kit/traces/traceparent.ts";
import { named, type Parser } from "./parser.ts";

const number = converter(Type.Number(), true);
const integer = converter(Type.Integer(), true);
const boolean = converter(Type.Boolean(), true);
const choice = converter(Type.Enum(["bids", "asks"]), true);
const numbers = converter(Type.Array(Type.Number()), true);

export const KIT_PARSERS: readonly Parser[] = [
  named(parseJson, [
    ["", "[", ""],
    ['"', "\\u0000", ""],
    ["", '{"a":', ""],
  ]),
  named(decodePercent, [
    ["", "%41", ""],
    ["", "%", ""],
  ]),
  {
    name: "valueInCookies",
    parse: (text) => valueInCookies({ isSecure: false }, "tripod", text),
    worst: [
      ["", "a=b;", ""],
      ["", "tripod=;", ""],
    ],
  },
  {
    name: "retryAfterMs",
    parse: (text) => retryAfterMs(text, fromMillis(0)),
    worst: [
      ["Mon, ", "1 ", ""],
      ["Mon,", "(", ""],
      ["", "1", "."],
    ],
  },
  {
    name: "a parameter of type number",
    parse: number,
    worst: [
      ["", "1", "x"],
      ["1.", "1", "e"],
      ["1e", "1", "x"],
    ],
  },
  { name: "a parameter of type integer", parse: integer, worst: [["", "1", "x"]] },
  { name: "a parameter of type boolean", parse: boolean, worst: [["", "TRUE", ""]] },
  { name: "a parameter of few values", parse: choice, worst: [["", "BIDS", ""]] },
  { name: "a parameter that is a list of numbers", parse: (text) => numbers([text]), worst: [["", "1", "x"]] },
  { name: "a setting of type number", parse: (text) => fromText(Type.Number(), text), worst: [["", "1", "x"]] },
  { name: "a setting of type integer", parse: (text) => fromText(Type.Integer(), text), worst: [["", "1", "x"]] },
  { name: "a setting of type boolean", parse: (text) => fromText(Type.Boolean(), text), worst: [["", "yes", ""]] },
  {
    name: "a setting that is a list",
    parse: (text) => fromText(Type.Array(Type.Integer()), text),
    worst: [
      ["", "1,", "x"],
      ["", " ,", "x"],
    ],
  },
  named(parseFine, [
    ["0.", "0", "1"],
    ["1e", "1", ""],
  ]),
  named(parseAmount, [
    ["", "1", "x"],
    ["0.", "1", ""],
  ]),
  {
    name: "withoutTrailing",
    parse: (text) => withoutTrailing(text, "/0"),
    worst: [
      ["", "/", "x"],
      ["", "0", ""],
    ],
  },
  named(parseInstant, [
    ["2024-01-01T00:00:00.", "1", "x"],
    ["2024-01-01T00:00:00.", "1", "Z"],
  ]),
  named(parseBearer, [
    ["Bearer ", " ", "x"],
    ["Bearer ", "=", "x"],
  ]),
  {
    name: "isFresh",
    parse: (text) => isFresh(text, "tag"),
    worst: [
      ["", 'W/"tag",', ""],
      ["", '"tag', ""],
    ],
  },
  { name: "parseMasterKeys", parse: (text) => parseMasterKeys(text, "the test"), worst: [["", "0\n", ""]] },
  named(parseBackupHead, [['{"format":1,"version":"', "a", '","takenAt":""}']]),
  named(parseBackupManifest, [
    ['{"tables":[', "{},", "{}]}"],
    ['{"files":[{"path":"', "a", '"}]}'],
  ]),
  { name: "masterKeyFromText", parse: (text) => masterKeyFromText(text, "the test"), worst: [["", "0", ""]] },
  named(parseTraceparent, [
    ["", "0", ""],
    [`cc-${"a".repeat(32)}-${"b".repeat(16)}-01-`, "x", ""],
  ]),
  named(readHeaders, [
    ["", "a=b,", ""],
    ["a=", "%41", ""],
    ["", ",", ""],
    ["", "=", ""],
  ]),
  named(parseAddress, [
    ["", ":", ""],
    ["fe80::1%", "%", ""],
    ["", "1.", ""],
  ]),
  {
    name: "parsePermittedPlaces",
    parse: (text) => parsePermittedPlaces([text]),
    worst: [
      ["", "1.", "/8"],
      ["", ":1", ""],
    ],
  },
  named(networkOf, [
    ["", ":", ""],
    ["::ffff:", "1.", ""],
    ["", "1:", ""],
  ]),
  named(cleaned, [
    ["", "/", "a"],
    ["", "/a", "/"],
  ]),
  named(readSmtpUrl, [
    ["smtp://a", "\u0301\u0316", "/"],
    ["smtp://", "[", ""],
    ["smtp://", "a:", "@b"],
  ]),
  {
    name: "parseJsonBody",
    parse: (text) => parseJsonBody(Buffer.from(text)),
    worst: [
      ["", "[", ""],
      ['"', "\\u0041", '"'],
    ],
  },
  named(maskText, [
    ["", "-eyJaaaaa.", ""],
    ["", "a://b:", "@"],
    ["", "-----BEGIN PRIVATE KEY-----", ""],
  ]),
];
