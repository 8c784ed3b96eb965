import { describe, expect, test } from "vitest";
import { parseProofRecords } from "./proof-record.ts";

const ed25519 = Buffer.alloc(32, 0xab).toString("base64");
const p384 = Buffer.alloc(49, 2).toString("base64");

test("keys of both algorithms are read from among other records, in their order", () => {
  const { keys, problems } = parseProofRecords([
    "v=spf1 -all",
    `v=MCPv1; k=ecdsap384; p=${p384}`,
    `v=MCPv1; k=ed25519; p=${ed25519}`,
    "google-site-verification=abc",
  ]);
  expect(keys).toEqual([
    { algorithm: "ecdsap384", bytes: Buffer.alloc(49, 2), fingerprint: "ecdsap384 AgICAgIC" },
    { algorithm: "ed25519", bytes: Buffer.alloc(32, 0xab), fingerprint: "ed25519 q6urq6ur" },
  ]);
  expect(problems).toEqual([]);
});

test.each([
  [`v=MCPv1;k=ed25519;p=${ed25519}`],
  [`  v=MCPv1 ;  k = ed25519 ; p=${ed25519} ;`],
  [`v=MCPv1; k=ed25519; n=note; p=${ed25519}`],
  [`v=MCPv1; p=${ed25519}; k=ed25519`],
])("%j is a proper record", (text) => {
  expect(parseProofRecords([text]).keys).toHaveLength(1);
});

describe("a record that is meant for us", () => {
  test.each([
    ["v=MCPv1", "a record's k= is neither ed25519 nor ecdsap384"],
    [`v=mcpv1; k=ed25519; p=${ed25519}`, "a record's version is not written v=MCPv1"],
    [`v=MCPv1; k=rsa; p=${ed25519}`, "a record's k= is neither ed25519 nor ecdsap384"],
    ["v=MCPv1; k=ed25519", "a record has no p="],
    ["v=MCPv1; k=ed25519; p=<PUBLIC KEY>", "a record's p= is not base64"],
    [`v=MCPv1; k=ecdsap384; p=${ed25519}`, "a record's ecdsap384 key has 32 bytes instead of 49"],
    [`v=MCPv1; k=ed25519; p=${p384}`, "a record's ed25519 key has 49 bytes instead of 32"],
    [`v=MCPv1; k=ed25519; k=ed25519; p=${ed25519}`, "a record has more than one k="],
    [`v=MCPv1; k=ed25519; x=${"x".repeat(600)}`, "a record is longer than 512 characters"],
  ])("%j is a problem: %s", (text, problem) => {
    expect(parseProofRecords([text])).toEqual({ keys: [], problems: [problem] });
  });
});

test.each([["v=MCPv2; k=ed25519"], ["v=MCPv10"], ["k=ed25519"], [""]])("%j is not meant for us", (text) => {
  expect(parseProofRecords([text])).toEqual({ keys: [], problems: [] });
});

test("at most 20 records are read", () => {
  expect(parseProofRecords(Array.from({ length: 30 }, () => `v=MCPv1; k=ed25519; p=${ed25519}`)).keys).toHaveLength(20);
});
