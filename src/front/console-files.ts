/** The files of the console, as the build left them, and the page that begins with them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../kit/config/package-root.ts";
import { fixedBody, type RawBody } from "../kit/endpoint/output.ts";
import { escapeHtml } from "./html.ts";
import { findPackedFile } from "./packed-file.ts";

/** The build's list of its files: names, each with a hash of the text. */
interface Files {
  readonly script: string;
  readonly style: string;
  /** The imports of `script`: a browser that knows them early loads all at once. */
  readonly preload: readonly string[];
}

export interface ConsoleFiles {
  /** The page at every address of the console. */
  page(): Promise<RawBody>;
  /** A script or style, by its name; undefined if there is none. */
  file(name: string): Promise<RawBody | undefined>;
}

const FILE_NAME = /^[\w-]{1,80}\.(?:js|css)$/;

/** Reads each file at its first request, and keeps it. */
export function consoleFiles(folder = join(packageRoot(), "dist", "console")): ConsoleFiles {
  const kept = new Map<string, Promise<RawBody | undefined>>();
  const keep = (name: string, read: () => Promise<RawBody | undefined>): Promise<RawBody | undefined> => {
    const known = kept.get(name);
    if (known) return known;
    const reading = read();
    kept.set(name, reading);
    // Missing files are not cached: requested names must not fill the memory.
    reading.then(
      (found) => found ?? kept.delete(name),
      () => kept.delete(name),
    );
    return reading;
  };
  return {
    async page() {
      const made = await keep("", async () => {
        const files = JSON.parse(await readFile(join(folder, "files.json"), "utf8")) as Files;
        return fixedBody(pageOf(files));
      });
      if (!made) throw new Error("the page of the console was not made");
      return made;
    },
    file: async (name) => (FILE_NAME.test(name) ? keep(name, () => findPackedFile(join(folder, name))) : undefined),
  };
}

function pageOf({ script, style, preload }: Files): string {
  const address = (name: string): string =>
    `/console/${name.endsWith(".css") ? "styles" : "scripts"}/${escapeHtml(name)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tripod</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${address(style)}">
${preload.map((name) => `<link rel="modulepreload" href="${address(name)}">`).join("\n")}
<script type="module" src="${address(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The console needs JavaScript. The services do not: see <a href="/docs">their interfaces</a>.</p></noscript>
</body>
</html>
`;
}
