import { expect, test } from "vitest";
import { operatorCommand } from "./operator-command.ts";

test.each([
  ["an installed program, or systemd without the setting", "", {}, false, "tripod"],
  ["npm start in a clone", "", { npm_command: "start" }, true, "npx tripod"],
  ["node bin/tripod.js in a clone", "", {}, true, "npx tripod"],
  ["a script of another package", "", { npm_command: "run" }, false, "npx tripod"],
  ["npx", "", { npm_command: "exec" }, false, "npx tripod"],
  [
    "npx with a file",
    "",
    { npm_command: "exec", npm_config_package: "./tripod.tgz" },
    false,
    "npx --package=./tripod.tgz tripod",
  ],
  [
    "the setting",
    "docker compose exec tripod tripod",
    { npm_command: "start" },
    true,
    "docker compose exec tripod tripod",
  ],
])("of %s", (_name, setting, environment, isClone, command) => {
  expect(operatorCommand(setting, environment, isClone)).toBe(command);
});
