/** The same sources without what they do for traces: what a program without traces would be. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const ROUTE = "src/kit/endpoint/route.ts";

/** The code in the path of a request, with traces and without. */
const CUTS: readonly (readonly [code: string, without: string])[] = [
  ["      if (span) describeAnswer(span, requestId, status);\n", ""],
  ["  if (options.traces) return tracedHandler(service, endpoint, options.traces, handle);\n", ""],
  ["  return (request, reply) => void handle(request, reply);\n", "  return handle as never;\n"],
  [
    "    if (isThenable(pending)) return Promise.resolve(pending).catch(fail).then(finish);\n    finish();\n",
    "    if (isThenable(pending)) void Promise.resolve(pending).catch(fail).then(finish);\n    else finish();\n",
  ],
];

/** Answers the bundle's path; it is beside the one that runs. */
export async function bundleWithout(entry: string): Promise<string> {
  const outfile = path.join(path.dirname(process.argv[1] ?? ""), `without-traces-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [
      {
        name: "without-traces",
        setup({ onLoad }) {
          onLoad({ filter: /kit[/\\]endpoint[/\\]route\.ts$/ }, async ({ path: file }) => ({
            contents: without(await readFile(file, "utf8")),
            loader: "ts",
          }));
        },
      },
    ],
  });
  return outfile;
}

/** @throws Error when the sources have changed: then it would compare the program with itself */
function without(source: string): string {
  return CUTS.reduce((text, [code, instead]) => {
    if (!text.includes(code)) throw new Error(`${ROUTE} has changed: there is no ${code.trim()}`);
    return text.replace(code, instead);
  }, source);
}
