import { Type } from "typebox";
import { docsAnswer, docsOutput } from "../docs-answer.ts";
import { endpoint, frontErrors } from "../front.ts";

/** The interface of one service. */
export const showDocsOfService = endpoint({
  id: "front.showDocsOfService",
  method: "GET",
  path: "/docs/:service",
  auth: "public",
  summary: "The interface of one service, ready to try",
  input: { path: Type.Object({ service: Type.String({ maxLength: 100 }) }) },
  output: docsOutput,
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "an unknown service", path: { service: "nothing" }, status: 404 }],

  run: (deps, { input: { path } }) => docsAnswer(deps, path.service),
});
