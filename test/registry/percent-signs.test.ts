/** A version may have a percent sign in it: each operation with a version in its path finds it. */
import { describe, expect, test } from "vitest";
import { registryWorld, serverPath } from "../support/registry-world.ts";

const world = await registryWorld();
const token = await world.token({ publish: ["com.percent/*"], edit: ["com.percent/*"] });
const VERSIONS = ["1.0%beta", "100%", "1.0%41", "50%25", "50%2525"];

function detail(name: string, version: string, description = "With a percent sign.") {
  return { name, description, version };
}

describe.each(VERSIONS)("the version %j", (version) => {
  const name = `com.percent/v${VERSIONS.indexOf(version)}`;
  const path = serverPath(name, `/versions/${encodeURIComponent(version)}`);

  test("is published, read, edited, deprecated, deleted and restored", async () => {
    await world.publish(detail(name, version));
    expect((await world.get(path)).json).toMatchObject({ server: { version } });
    const body = detail(name, version, "Edited.");
    expect((await world.request("PUT", path, { body, token })).json).toMatchObject({ server: body });
    const deprecated = await world.request("PATCH", `${path}/status`, { body: { status: "deprecated" }, token });
    expect(deprecated.json).toMatchObject({ server: { version } });
    expect((await world.request("DELETE", path, { token })).json).toMatchObject({ server: { version } });
    expect((await world.get(path)).status).toBe(404);
    const restored = await world.request("PATCH", `${path}/status`, { body: { status: "active" }, token });
    expect(restored.status).toBe(200);
    expect((await world.get(path)).json).toMatchObject({ server: body });
  });

  test("is found by clients that encode twice", async () => {
    const twice = encodeURIComponent(encodeURIComponent(version));
    expect((await world.get(serverPath(name, `/versions/${twice}`))).json).toMatchObject({ server: { version } });
  });
});

test("a version that is written as another one reads when it is decoded again is found under its own name", async () => {
  const versions = ["2.0%41", "2.0A"];
  for (const version of versions) await world.publish(detail("com.percent/both", version));
  for (const version of versions) {
    const answer = await world.get(serverPath("com.percent/both", `/versions/${encodeURIComponent(version)}`));
    expect(answer.json).toMatchObject({ server: { version } });
  }
});

test("a version that another process has just published is found for a change", async () => {
  const other = await registryWorld({}, world.database);
  const version = "3.0%beta";
  await other.publish(detail("com.percent/elsewhere", "1.0.0"));
  await world.registry.deps.model.catchUp();
  await other.publish(detail("com.percent/elsewhere", version));
  const path = serverPath("com.percent/elsewhere", `/versions/${encodeURIComponent(version)}`);
  const body = detail("com.percent/elsewhere", version, "Edited here.");
  expect((await world.request("PUT", path, { body, token })).json).toMatchObject({ server: body });
});

test("a version that is not there, and cannot be decoded again, is refused", async () => {
  await world.publish(detail("com.percent/none", "1.0.0"));
  const answer = await world.get(serverPath("com.percent/none", "/versions/4.0%25beta"));
  expect([answer.status, answer.json]).toEqual([400, { error: "Invalid version encoding" }]);
});
