import { expect, test } from "vitest";
import { parseBearerChallenge } from "./challenge.ts";

test.each([
  ['Bearer realm="https://auth.example/token",service="s",scope="x"', "https://auth.example/token", "s"],
  ['bearer  Realm="https://auth.example/token" , service="a, b"', "https://auth.example/token", "a, b"],
  ["Bearer realm=https://auth.example/token", "https://auth.example/token", undefined],
  ['Basic realm="x", Bearer realm="https://auth.example/token"', "https://auth.example/token", undefined],
  ['Bearer realm="https://a.example",realm="https://b.example"', "https://a.example", undefined],
])("%s says where tokens are", (header, realm, service) => {
  expect(parseBearerChallenge(header)).toEqual({ realm, service });
});

test.each([
  "",
  "Basic realm=x",
  "Bearer",
  "Bearer service=x",
  'Bearer realm=""',
  "NotBearer realm=x",
  'Bearer realm="open',
])("%j says nothing", (header) => expect(parseBearerChallenge(header)).toBeUndefined());
