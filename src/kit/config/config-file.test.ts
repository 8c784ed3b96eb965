import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makePipe, writeIntoPipe } from "../../../test/support/pipe.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { UserError } from "../errors/user-error.ts";
import { readSmallFile } from "./config-file.ts";

const folder = await temporaryFolder();
afterAll(folder.remove);

describe("a small file that is not a regular file", () => {
  test("is refused in one sentence when it is a pipe that no program writes into", () => {
    const pipe = makePipe(join(folder.path, "silent"));
    const reading = () => readSmallFile(pipe, 100, "The key");
    expect(reading).toThrow(UserError);
    expect(reading).toThrow(`The key ${pipe} is not a regular file, and no text came out of it. Name a regular file.`);
  });

  test("is read to its end when a program writes into it, as <(vault read ...) does", async () => {
    const pipe = makePipe(join(folder.path, "written"));
    const ended = await writeIntoPipe(pipe, ["the first", " and the second"]);
    expect(readSmallFile(pipe, 100, "The key")).toBe("the first and the second");
    await ended();
  });

  test("is read no further than the limit", async () => {
    const pipe = makePipe(join(folder.path, "long"));
    const ended = await writeIntoPipe(pipe, ["x".repeat(101)]);
    expect(() => readSmallFile(pipe, 100, "The key")).toThrow("is larger than 100 bytes");
    await ended();
  });

  test("is refused when it is a folder", () => {
    const inside = join(folder.path, "inside");
    mkdirSync(inside);
    expect(() => readSmallFile(inside, 100, "The key")).toThrow("cannot be read (EISDIR)");
  });
});
