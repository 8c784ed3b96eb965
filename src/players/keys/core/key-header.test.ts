import { describe, expect, test } from "vitest";
import { MAX_HEADER_CHARACTERS, readKeyHeader } from "./key-header.ts";

const KEY = "tpk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

describe("a key is read", () => {
  test.each([
    ["as the whole value", KEY],
    ["after Bearer", `Bearer ${KEY}`],
    ["after ApiKey", `ApiKey ${KEY}`],
    ["after a scheme in small letters", `bearer ${KEY}`],
    ["after a scheme in capitals", `APIKEY ${KEY}`],
    ["after a scheme in any letters", `aPiKeY ${KEY}`],
    ["with blanks around it", ` \t${KEY}\t `],
    ["with blanks around it and the scheme", `  Bearer \t ${KEY}  `],
    ["from a list of one", [KEY]],
  ])("%s", (_, header) => {
    expect(readKeyHeader(header)).toEqual({ kind: "key", key: KEY });
  });

  test.each(["k", "Bearerkey", "apikey-of-anna", "a+b/c=", "!#$%&'*", "~".repeat(MAX_HEADER_CHARACTERS)])(
    "whatever its characters: %s",
    (key) => {
      expect(readKeyHeader(key)).toEqual({ kind: "key", key });
    },
  );
});

test.each([undefined, "", " ", " \t ", [], [""]])("a header without content is a missing one: %j", (header) => {
  expect(readKeyHeader(header)).toEqual({ kind: "missing" });
});

describe("malformed is", () => {
  test.each([
    ["a scheme alone", "Bearer"],
    ["another scheme alone", "ApiKey "],
    ["a scheme twice and no key", "Bearer ApiKey"],
    ["a scheme, a scheme and a key", `Bearer ApiKey ${KEY}`],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["a scheme that we do not take", `Token ${KEY}`],
    ["a scheme with a colon", `Bearer: ${KEY}`],
    ["two keys", `${KEY} ${KEY}`],
    ["something behind the key", `Bearer ${KEY}, x`],
    ["a header that is there twice", [KEY, KEY]],
    ["a line break", `${KEY}\n`],
    ["a line break between", `Bearer\n${KEY}`],
    ["a NUL", `${KEY}\0`],
    ["a letter beyond ASCII", `${KEY}é`],
    ["a blank beyond ASCII", `Bearer\u{a0}${KEY}`],
    ["a header that is too long", "k".repeat(MAX_HEADER_CHARACTERS + 1)],
    ["blanks that are too many", `${" ".repeat(MAX_HEADER_CHARACTERS)}k`],
  ])("%s", (_, header) => {
    expect(readKeyHeader(header)).toEqual({ kind: "malformed" });
  });
});
