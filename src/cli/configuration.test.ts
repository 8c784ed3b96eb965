import { describe, expect, test } from "vitest";
import { commandHere } from "../../test/support/command-here.ts";
import { testDatabase } from "../../test/support/database.ts";

const { connection } = await testDatabase({ rooms: [] });
const FREE_PORTS = { TRIPOD_PORT: "0", TRIPOD_ADMIN_PORT: "0" };
const BAD_SIZE = "TRIPOD_DATABASE_CONNECTIONS";

describe("a file .env in the folder that a command runs in", () => {
  test("gives settings that the environment does not have", async () => {
    const run = await commandHere(connection, FREE_PORTS, { ".env": `# Ours.\n${BAD_SIZE}="many"\n` });
    const { code, err } = await run("check", "registry");
    expect(code).toBe(1);
    expect(err).toContain(`(${BAD_SIZE}), set in .env: must be`);
    expect(err).not.toContain("many");
  });

  test("does not overrule the environment", async () => {
    const run = await commandHere(connection, { ...FREE_PORTS, [BAD_SIZE]: "5" }, { ".env": `${BAD_SIZE}=many` });
    expect(await run("check", "registry")).toMatchObject({ code: 0 });
  });

  test("that holds a name which is not a setting is wrong to a check", async () => {
    const run = await commandHere(connection, FREE_PORTS, { ".env": "TRIPOD_PROT=9000\nOTHER=1" });
    const { code, out, err } = await run("check", "registry");
    expect(code).toBe(1);
    expect(out).toContain("wrong settings: TRIPOD_PROT is not a setting; did you mean TRIPOD_PORT?");
    expect(out).not.toContain("OTHER");
    expect(err).toBe("error: 1 of these must be mended before Tripod can serve as the settings say.\n");
  });
});
