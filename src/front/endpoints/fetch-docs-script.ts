import { Type } from "typebox";
import { text } from "../../kit/endpoint/output.ts";
import { endpoint, frontErrors } from "../front.ts";

/** A script of the pages at `/docs`. Its name changes with its text, so browsers may keep it for ever. */
export const fetchDocsScript = endpoint({
  id: "front.fetchDocsScript",
  method: "GET",
  path: "/docs/js/:file",
  auth: "public",
  summary: "A script of the pages at /docs",
  input: { path: Type.Object({ file: Type.String({ maxLength: 100 }) }) },
  output: text("text/javascript; charset=utf-8", { cacheControl: "public, max-age=31536000, immutable" }),
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "an unknown file", path: { file: "nothing.js" }, status: 404 }],

  async run({ docs }, { input: { path } }) {
    const script = await docs.script(path.file);
    if (!script) throw frontErrors.unknownPath();
    return script;
  },
});
