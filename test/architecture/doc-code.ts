/** Type-checks the TypeScript of documents with the compiler's settings of this repository. */
import path from "node:path";
import ts from "typescript";
import { ROOT } from "./source-files.ts";

const CONFIG = path.join(ROOT, "tsconfig.json");
/** What adds to the types of others without an import. */
const AMBIENT = ["test/support/global-setup.ts"];

/**
 * The source files that a document holds. A block ` ```ts PATH ` is part of the file PATH, and one without a path is a
 * file of its own in the root of the repository. A comment `<!-- ts PATH` ... `-->` adds lines that readers do not see;
 * without a path it adds them to the next block. Every line keeps its number of the document.
 */
export function sourcesOf(document: string, text: string): Map<string, string> {
  const lines = text.split("\n");
  const sources = new Map<string, string[]>();
  let hidden: number[] = [];
  const add = (file: string, at: readonly number[]): void => {
    const source = sources.get(file) ?? lines.map(() => "");
    for (const line of at) source[line] = lines[line] ?? "";
    sources.set(file, source);
  };
  for (let line = 0; line < lines.length; line++) {
    const opening = /^(`{3,}|<!--) ?(ts\b)? ?(\S*)/.exec(lines[line] ?? "");
    if (!opening) continue;
    const [, mark = "", language, file = ""] = opening;
    const isComment = mark === "<!--";
    if (isComment && language === undefined) continue;
    const end = lines.findIndex((each, at) => at > line && each.startsWith(isComment ? "-->" : mark));
    if (end < 0) throw new Error(`${document}:${line + 1} is never closed`);
    const inside = Array.from({ length: end - line - 1 }, (_, at) => line + 1 + at);
    if (language !== undefined && file !== "") add(file, inside);
    else if (isComment) hidden = inside;
    else if (language !== undefined) {
      add(`${path.posix.basename(document, ".md")}-${line + 1}.ts`, [...hidden, ...inside]);
      hidden = [];
    }
    line = end;
  }
  return new Map([...sources].map(([file, source]) => [file, `${source.join("\n").trimEnd()}\nexport {};\n`]));
}

/** What the compiler finds in documents, as `docs/x.md:12: ...`. One program holds all of them; nothing is written. */
export function typeProblemsOf(documents: ReadonlyMap<string, string>): string[] {
  const sources = new Map<string, { document: string; text: string }>();
  for (const [document, whole] of documents) {
    for (const [file, text] of sourcesOf(document, whole)) {
      const place = path.join(ROOT, file);
      if (ts.sys.fileExists(place) || sources.has(place)) return [`${document}: ${file} is there already`];
      sources.set(place, { document, text });
    }
  }
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(CONFIG, ts.sys.readFile).config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file)?.text ?? readFile(file);
  const rootNames = [...sources.keys(), ...AMBIENT.map((file) => path.join(ROOT, file))];
  const program = ts.createProgram({ rootNames, options, host });
  // Only what documents hold is checked: `npm run check` does that for the rest.
  return [...sources].flatMap(([place, { document }]) => {
    const source = program.getSourceFile(place);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start = 0, code, messageText }) => {
      const line = source ? source.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${document}:${line}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}
