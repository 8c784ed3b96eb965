import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { registryDumps } from "../../../../test/support/registry-dumps.ts";
import {
  allVersionsStatusResponse,
  serverList,
  serverResponse,
  statusUpdateRequest,
  storedServerDetail,
} from "./server-response.ts";
import { OFFICIAL_META } from "./version-record.ts";

const official = {
  status: "deprecated",
  statusMessage: "use the other one",
  statusChangedAt: "2025-10-09T17:05:17.793149Z",
  publishedAt: "2025-10-09T17:05:17.793149Z",
  updatedAt: "2025-10-09T17:05:17.793149Z",
  isLatest: true,
};
const server = { name: "com.example/weather", description: "Weather", version: "1.0.0" };
const response = { server, _meta: { [OFFICIAL_META]: official } };

describe("what the registry answers", () => {
  test.each([
    ["one version", serverResponse, response],
    ["other blocks beside the registry's own", serverResponse, { server, _meta: { ...response._meta, "x-icon": 1 } }],
    ["no versions", serverList, { servers: [], metadata: { count: 0 } }],
    ["a page", serverList, { servers: [response], metadata: { nextCursor: "abc", count: 1 } }],
    ["all versions", allVersionsStatusResponse, { updatedCount: 1, servers: [response] }],
    ["an entry of older rules", storedServerDetail, { ...server, description: "x".repeat(500), status: "active" }],
  ])("fits: %s", (_name, schema, value) => {
    expect(Compile(schema).Errors(value)).toEqual([]);
  });

  test.each([
    ["no _meta, which clients take apart", serverResponse, { server }],
    ["no official block", serverResponse, { server, _meta: {} }],
    ["a null where a message is missing", serverResponse, withOfficial({ statusMessage: null })],
    ["a status of other registries", serverResponse, withOfficial({ status: "yanked" })],
    ["an invalid time", serverResponse, withOfficial({ publishedAt: "yesterday" })],
    ["a member that no reader knows", serverResponse, withOfficial({ secret: 1 })],
    ["null for an empty page", serverList, { servers: null, metadata: { count: 0 } }],
    ["an entry of another shape", storedServerDetail, { ...server, packages: [{ identifier: 1 }] }],
    ["an entry without a name", storedServerDetail, { description: "d", version: "1" }],
  ])("does not fit: %s", (_name, schema, value) => {
    expect(Compile(schema).Check(value)).toBe(false);
  });

  test.each(registryDumps)("every entry of $name is of the shape that is kept", ({ servers }) => {
    const validator = Compile(storedServerDetail);
    expect(servers.filter((entry) => !validator.Check(entry.server))).toEqual([]);
  });
});

describe("a request for a status", () => {
  const validator = Compile(statusUpdateRequest);

  test.each([[{ status: "active" }], [{ status: "deleted", statusMessage: "x".repeat(500) }]])("%j fits", (body) => {
    expect(validator.Check(body)).toBe(true);
  });

  test.each([
    [{}],
    [{ status: "yanked" }],
    [{ status: "Active" }],
    [{ status: "deleted", statusMessage: "x".repeat(501) }],
    [{ status: "deleted", statusMessage: 1 }],
    [{ status: "deleted", status_message: "x" }],
  ])("%j does not", (body) => {
    expect(validator.Check(body)).toBe(false);
  });
});

function withOfficial(members: object): object {
  return { server, _meta: { [OFFICIAL_META]: { ...official, ...members } } };
}
