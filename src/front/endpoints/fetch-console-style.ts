import { Type } from "typebox";
import { text } from "../../kit/endpoint/output.ts";
import { endpoint, frontErrors } from "../front.ts";

const ENDING = ".css";

/** A style of the console. Its name changes with its text, so browsers may keep it for ever. */
export const fetchConsoleStyle = endpoint({
  id: "front.fetchConsoleStyle",
  method: "GET",
  path: "/console/styles/:file",
  auth: "public",
  summary: "A style of the console",
  input: { path: Type.Object({ file: Type.String({ maxLength: 100 }) }) },
  output: text("text/css; charset=utf-8", { cacheControl: "public, max-age=31536000, immutable" }),
  errors: [frontErrors.unknownPath],
  beyondSpec: true,
  examples: [{ name: "an unknown file", path: { file: "nothing.css" }, status: 404 }],

  async run({ console }, { input: { path } }) {
    const found = path.file.endsWith(ENDING) ? await console?.file(path.file) : undefined;
    if (!found) throw frontErrors.unknownPath();
    return found;
  },
});
