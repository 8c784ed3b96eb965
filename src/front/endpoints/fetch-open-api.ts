import { Type } from "typebox";
import { rawJson } from "../../kit/endpoint/output.ts";
import { endpoint, frontErrors } from "../front.ts";

const ENDING = ".json";

/** The OpenAPI document of one service. Pages of all origins may read it. */
export const fetchOpenApi = endpoint({
  id: "front.fetchOpenApi",
  method: "GET",
  path: "/openapi/:file",
  auth: "public",
  summary: "The OpenAPI document of one service",
  input: { path: Type.Object({ file: Type.String({ maxLength: 100 }) }) },
  output: rawJson(Type.Object({ openapi: Type.String() }), {
    cacheControl: "no-cache",
  }),
  anyOrigin: true,
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "an unknown service", path: { file: "nothing.json" }, status: 404 }],

  run({ docs }, { input: { path } }) {
    const document = path.file.endsWith(ENDING) ? docs.document(path.file.slice(0, -ENDING.length)) : undefined;
    if (!document) throw frontErrors.unknownPath();
    return document;
  },
});
