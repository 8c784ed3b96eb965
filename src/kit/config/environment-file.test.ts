import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { readEnvironmentFile } from "./environment-file.ts";

const folder = await temporaryFolder();
afterAll(folder.remove);

function read(...lines: readonly string[]): Record<string, string> {
  const file = join(folder.path, ".env");
  writeFileSync(file, lines.join("\n"));
  return { ...readEnvironmentFile(file) };
}

test("names and values are taken as shells write them, over several lines too", () => {
  expect(
    read(
      "\uFEFF# Ours.",
      "TRIPOD_PORT = 9000 # the port",
      'export TRIPOD_HOST="::1"\r',
      "TRIPOD_SECRET_KEY='first",
      "TRIPOD_NAME of the second'",
      "EMPTY=",
      "BROKEN='no end",
      "LAST=1",
    ),
  ).toEqual({
    TRIPOD_PORT: "9000",
    TRIPOD_HOST: "::1",
    TRIPOD_SECRET_KEY: "first\nTRIPOD_NAME of the second",
    EMPTY: "",
    BROKEN: "'no end",
    LAST: "1",
  });
});

test("a line that is none of these takes nothing with it", () => {
  expect(
    read("Settings of ours", "TRIPOD_PORT=9000", "PASSED_ON", "TRIPOD_PASSED_ON", "TRIPOD_HOST=::1", "the end"),
  ).toEqual({
    TRIPOD_PORT: "9000",
    TRIPOD_HOST: "::1",
  });
});

test.each(["TRIPOD_SECRET_KEY: hunter2", "export TRIPOD_SECRET_KEY hunter2", 'TRIPOD_SECRET_KEY:"hunter2"'])(
  "a setting that is written another way is refused with its line, and without its value: %s",
  (line) => {
    const reading = () => read("# Ours.", line, "TRIPOD_PORT=9000");
    expect(reading).toThrow(/, line 2: write TRIPOD_SECRET_KEY=value, with an equals sign\.$/);
    expect(reading).not.toThrow(/hunter2/);
  },
);
