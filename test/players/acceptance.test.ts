/** The cases by which the lookup is accepted, on the fixture that they speak of. */
import { expect, test } from "vitest";
import { BIG_ID } from "../support/players-fixture.ts";
import { playersWorld } from "../support/players-world.ts";

const world = await playersWorld();
const { get, keys } = world;

const ids = (json: { Id: number }[]): number[] => json.map(({ Id }) => Id).sort((one, other) => one - other);

test("A1 a search finds players by character and platform name, as simple profiles", async () => {
  const { status, json } = await get("/Search?type=Player&q=wolf");
  expect(status).toBe(200);
  expect(ids(json)).toEqual([103, 104]);
  for (const item of json) {
    expect(Object.keys(item)).toEqual(["Id", "CharacterName", "PlatformName", "AvatarUrl", "Level", "Online"]);
  }
});

test("A2 case matters neither in the type nor in the query", async () => {
  expect(ids((await get("/Search?type=player&q=ANNAPLAYS")).json)).toEqual([101]);
});

test("A3 a search finds tribes, as summaries", async () => {
  const { json } = await get("/Search?type=Tribe&q=wolf");
  expect(json).toEqual([{ Id: 5002, Name: "Wolf Pack", Owner: 199, Members: 3 }]);
});

test("A4 nothing found is an empty list", async () => {
  const { status, text } = await get("/Search?type=tribe&q=zzz");
  expect([status, text]).toEqual([200, "[]"]);
});

test.each(["/Search?type=Dino&q=x", "/Search?q=x"])("A5 %s is refused", async (path) => {
  const { status, json } = await get(path);
  expect(status).toBe(400);
  expect(json.Error).toMatchObject({ Status: 400, Code: expect.any(String), RequestId: expect.any(String) });
});

test.each(["/Search?type=Player&q=", "/Search?type=Player&q=%20%20", "/Search?type=Player"])(
  "A6 %s never shows everybody",
  async (path) => {
    expect((await get(path)).status).toBe(400);
  },
);

test("A7 accents do not matter", async () => {
  expect(ids((await get("/Search?type=Player&q=jurgen")).json)).toEqual([102]);
});

test("A8 a typing error is forgiven", async () => {
  const found = ids((await get("/Search?type=Player&q=darkwlof")).json);
  expect(found.some((id) => id === 103 || id === 104)).toBe(true);
});

test("A9 a full profile has the tribe's summary and times with a numeric offset", async () => {
  const { status, json } = await get("/Player/101");
  expect(status).toBe(200);
  expect(json.Tribe).toEqual({ Id: 5001, Name: "Red Hawks", Owner: 101, Members: 2 });
  expect(json).toMatchObject({ CharacterName: "Anna Rex", PlatformName: "annaplays", Level: 46, Online: true });
  expect(json.PlatformId).toBeTypeOf("string");
  expect(json.Created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/);
});

test("A10 the id may be a parameter", async () => {
  expect((await get("/Player?id=101")).text).toBe((await get("/Player/101")).text);
});

test("A11 a player without a tribe has none", async () => {
  expect((await get("/Player/103")).json.Tribe).toBeNull();
});

test("A12 an unknown player is not found, in JSON and with a length", async () => {
  const { status, headers, text } = await get("/Player/999");
  expect(status).toBe(404);
  expect(headers.get("content-type")).toContain("application/json");
  expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
});

test.each(["abc", "1.5", "-1", "9223372036854775808"])("A13 %s is no id", async (id) => {
  expect((await get(`/Player/${id}`)).status).toBe(400);
});

test("A14 a tribe shows its owner and members as simple profiles", async () => {
  const { json } = await get("/Tribe/5001");
  expect(json.Owner).toMatchObject({ Id: 101, CharacterName: "Anna Rex" });
  expect(ids(json.Members)).toEqual([101, 102]);
  for (const member of json.Members) expect(member).not.toHaveProperty("PlatformId");
});

test("A15 the tribe's id may be a parameter", async () => {
  expect((await get("/Tribe?id=5001")).text).toBe((await get("/Tribe/5001")).text);
});

test("A16 who is online, and nobody else", async () => {
  expect(ids((await get("/Online")).json)).toEqual([101, 103]);
});

test.each(["/Search?type=Player&q=wolf", "/Player/101", "/Tribe/5001", "/Online"])(
  "A17 %s needs a key that is known",
  async (path) => {
    const none = await get(path, null);
    expect(none.status).toBe(401);
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
    expect((await get(path, "wrong")).status).toBe(401);
    expect((await get(path, keys.disabled)).status).toBe(403);
  },
);

test("A18 a key may come alone or behind Bearer or ApiKey", async () => {
  for (const form of [keys.read, `Bearer ${keys.read}`, `ApiKey ${keys.read}`, `bearer ${keys.read}`]) {
    expect((await get("/Online", form)).status).toBe(200);
  }
});

test("ids past 2^53 come out digit by digit, and are found", async () => {
  expect((await get(`/Player/${BIG_ID}`)).text).toContain(`"Id":${BIG_ID},`);
  expect((await get("/Search?type=player&q=bigid")).text).toContain(`"Id":${BIG_ID},`);
  expect((await get(`/Search?type=player&q=${BIG_ID}`)).text).toContain(`"Id":${BIG_ID},`);
});
