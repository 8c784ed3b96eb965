import { consoleAnswer, consoleOutput } from "../console-answer.ts";
import { endpoint, frontErrors } from "../front.ts";

/** The home of the console. */
export const showConsole = endpoint({
  id: "front.showConsole",
  method: "GET",
  path: "/console",
  auth: "public",
  summary: "The console: a web page for all services that run here",
  input: {},
  output: consoleOutput,
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "the page" }],

  run: consoleAnswer,
});
