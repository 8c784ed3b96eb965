/** Which version `latest` names after versions were hidden and shown again: here, and in a process that starts later. */
import { expect, test } from "vitest";
import { registryWorld, serverPath, type RegistryWorld } from "../../../test/support/registry-world.ts";

const world = await registryWorld();
const token = await world.token({ publish: ["*"], edit: ["*"] });
const NAME = "com.latest/server";
const META = "io.modelcontextprotocol.registry/official";

const publish = (version: string) => world.publish({ name: NAME, description: "Hidden and shown.", version });
const setStatus = async (version: string, status: string): Promise<void> => {
  const path = serverPath(NAME, `/versions/${version}/status`);
  expect((await world.request("PATCH", path, { body: { status }, token })).status).toBe(200);
};
const remove = async (version: string): Promise<void> => {
  expect((await world.request("DELETE", serverPath(NAME, `/versions/${version}`), { token })).status).toBe(200);
};

interface Row {
  readonly server: { readonly version: string };
  readonly _meta: Readonly<Record<string, { readonly isLatest: boolean }>>;
}

/** The answers of the two ways to ask for `latest`, and the versions with the flag, hidden ones included. */
async function latestIn({ get }: RegistryWorld): Promise<object> {
  const rows = async (query: string): Promise<readonly Row[]> =>
    (await get(`/v0.1/servers?search=${NAME}&limit=100&${query}`)).json.servers;
  const flagged = (await rows("include_deleted=true")).filter(({ _meta }) => _meta[META]?.isLatest === true);
  return {
    read: (await get(serverPath(NAME, "/versions/latest"))).json.server?.version,
    listed: (await rows("version=latest")).map(({ server }) => server.version),
    flagged: flagged.map(({ server }) => server.version),
  };
}

const expectLatest = async (version: string): Promise<void> => {
  const expected = { read: version, listed: [version], flagged: [version] };
  expect(await latestIn(world)).toEqual(expected);
  expect(await latestIn(await registryWorld({}, world.database))).toEqual(expected);
};

test("latest is the highest version that is not deleted, after every deletion and return", async () => {
  for (const version of ["1.0.0", "2.0.0", "1.5.0", "2.1.0-beta"]) await publish(version);
  await expectLatest("2.1.0-beta");
  await remove("latest");
  await expectLatest("2.0.0");
  await remove("1.5.0");
  await expectLatest("2.0.0");
  await remove("latest");
  await expectLatest("1.0.0");
  await publish("0.9.0");
  await expectLatest("1.0.0");
  await publish("1.2.0");
  await expectLatest("1.2.0");
  await setStatus("2.0.0", "active");
  await expectLatest("2.0.0");
  await setStatus("2.0.0", "deleted");
  await expectLatest("1.2.0");
});
