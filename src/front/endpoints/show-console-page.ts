import { Type } from "typebox";
import { consoleAnswer, consoleOutput } from "../console-answer.ts";
import { endpoint, frontErrors } from "../front.ts";

/** Every address of the console answers the same page, which shows what the address names. */
export const showConsolePage = endpoint({
  id: "front.showConsolePage",
  method: "GET",
  path: "/console/*",
  auth: "public",
  summary: "A page of the console",
  input: { path: Type.Object({ "*": Type.String({ maxLength: 1_000 }) }) },
  output: consoleOutput,
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "servers of the registry", path: { "*": "registry/servers" } }],

  run: (deps) => consoleAnswer(deps),
});
