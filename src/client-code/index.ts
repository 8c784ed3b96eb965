/** The generated parts of the clients in `clients/`, from the OpenAPI documents. */
import { renderBruno } from "./bruno/render-bruno.ts";
import { renderPython } from "./python/render-python.ts";
import { apiOf, type OpenApiDocument } from "./api-of.ts";
import { renderTypeScript } from "./typescript/render-typescript.ts";

const FOLDERS = {
  typescript: "clients/typescript/src/generated",
  python: "clients/python/src/tripod_client/_generated",
  bruno: "clients/bruno",
} as const;

/** @param documents by service. Answers texts by their path in the repository. */
export function clientFiles(documents: Readonly<Record<string, unknown>>): Record<string, string> {
  const apis = Object.entries(documents).map(([service, document]) => apiOf(service, document as OpenApiDocument));
  const files: Record<string, string> = {};
  const add = (folder: string, texts: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries(texts)) files[`${folder}/${file}`] = text;
  };
  for (const api of apis) {
    add(FOLDERS.typescript, renderTypeScript(api));
    add(FOLDERS.python, renderPython(api));
  }
  add(FOLDERS.python, { "__init__.py": '"""Made by scripts/generate.js from the OpenAPI documents."""\n' });
  add(FOLDERS.bruno, renderBruno(apis));
  return files;
}
