import { describe, expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { isTooFarAhead, nonceAfter, nonceAt, readNonce } from "./nonce.ts";

const now = fromMillis(1_700_000_000_123);

describe("one moment is one nonce, however a client counts", () => {
  test.each([
    ["milliseconds times 10,000", "17000000001230000"],
    ["10^-7 s", "17000000001230000"],
    ["nanoseconds cut to 18 digits", "170000000012300000"],
    ["nanoseconds", "1700000000123000000"],
    ["10^-10 s", "17000000001230000000"],
  ])("%s", (_, text) => {
    expect(readNonce(text)).toBe(nonceAt(now));
  });
});

test.each([
  ["16 digits", "1700000000123000"],
  ["21 digits", "170000000012300000000"],
  ["a leading zero", "01700000000123000"],
  ["a sign", "-17000000001230000"],
  ["a fraction", "17000000001230000.5"],
  ["an exponent", "1.7e16"],
  ["a blank", "17000000001230000 "],
  ["a line break", "17000000001230000\n"],
  ["hexadecimal", "0x123456789abcdef0"],
  ["digits that are not ASCII", "١٧٠٠٠٠٠٠٠٠١٢٣٠٠٠٠"],
  ["nothing", ""],
])("%s is not a nonce", (_, text) => {
  expect(readNonce(text)).toBeUndefined();
});

test.each([
  ["17000000601230000", false],
  ["17000000601230001", true],
  ["1700000060123000000", false],
  ["1700000060123000001", true],
  ["99999999999999999999", true],
  ["10000000000000000", false],
])("%s is more than 60 seconds ahead: %s", (text, isAhead) => {
  const nonce = readNonce(text);
  expect(nonce && isTooFarAhead(nonce, now)).toBe(isAhead);
});

test("a nonce moves by milliseconds without losing a digit", () => {
  const nonce = readNonce("17000000001230000001");
  expect(nonce && nonceAfter(nonce, 1_000)).toBe("17000000011230000001");
  expect(nonce && nonceAfter(nonce, -1)).toBe("17000000001220000001");
});
