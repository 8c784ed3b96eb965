import { docsAnswer, docsOutput } from "../docs-answer.ts";
import { endpoint } from "../front.ts";

/** The interface of the first service. */
export const showDocs = endpoint({
  id: "front.showDocs",
  method: "GET",
  path: "/docs",
  auth: "public",
  summary: "The interface, ready to try",
  input: {},
  output: docsOutput,
  errors: [],
  beyondSpec: true,
  examples: [{ name: "the page" }],

  run: (deps) => docsAnswer(deps),
});
