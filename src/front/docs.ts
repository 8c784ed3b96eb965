/** The OpenAPI documents of the services, and the pages at `/docs` that show one each. They need no network but ours. */
import { join } from "node:path";
import { packageRoot } from "../kit/config/package-root.ts";
import type { ServiceForm } from "../kit/endpoint/form.ts";
import type { MountedService } from "../kit/endpoint/http-services.ts";
import { openApi } from "../kit/endpoint/openapi.ts";
import { fixedBody, type RawBody } from "../kit/endpoint/output.ts";
import { DOCS_START } from "./docs-start.ts";
import { escapeHtml } from "./html.ts";
import { findPackedFile } from "./packed-file.ts";

type DescribedService = Pick<MountedService, "form" | "endpoints" | "documented">;

/** Everything is made once, at the first request, and is undefined if it does not exist. */
export interface Docs {
  /** The OpenAPI document of a service. */
  document(service: string): RawBody | undefined;
  /** The page that shows a service's document; without a name that of the first one. */
  page(service?: string): Promise<RawBody | undefined>;
  /** A script of the pages, by its name, which holds a hash of the text. */
  script(name: string): Promise<RawBody | undefined>;
}

export function docsOf(mounted: readonly DescribedService[]): Docs {
  const services = mounted.filter(({ documented }) => documented !== false);
  const documents = new Map<string, () => RawBody>(
    services.map(({ form, endpoints }) => [form.name, once(() => fixedBody(JSON.stringify(openApi(form, endpoints))))]),
  );
  const scripts = once(loadScripts);
  const pages = new Map<string, () => Promise<RawBody>>(
    services.map(({ form }) => [
      form.name,
      once(async () => fixedBody(page(form, services, [...(await scripts()).keys()]))),
    ]),
  );
  return {
    document: (service) => documents.get(service)?.(),
    page: async (service) => pages.get(service ?? services[0]?.form.name ?? "")?.(),
    script: async (name) => (await scripts()).get(name),
  };
}

/** In the order in which a page loads them. */
async function loadScripts(): Promise<ReadonlyMap<string, RawBody>> {
  // 4 MB of JavaScript that leave `Scalar` in a global name. The build copies it from its npm package.
  const scalar = await findPackedFile(join(packageRoot(), "dist", "scalar.js"));
  if (!scalar) throw new Error("the script of the pages at /docs was not built");
  const start = fixedBody(DOCS_START);
  return new Map([
    [`scalar-${scalar.etag}.js`, scalar],
    [`start-${start.etag}.js`, start],
  ]);
}

/** Makes a value at the first call. A promise that fails is made again. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined));
    return made.value;
  };
}

/** Darker or lighter than the program's own, where these are too faint to be read easily (WCAG 2, 1.4.3). */
const STYLE = `
:root { --scalar-custom-header-height: 3rem; font-family: system-ui, sans-serif; }
body { margin: 0; }
nav { box-sizing: border-box; height: 3rem; padding: 0 1rem; display: flex; gap: 1.2rem; align-items: center;
  overflow-x: auto; white-space: nowrap; position: sticky; top: 0; z-index: 10;
  color: #1b1b1b; background: #fff; border-bottom: 1px solid #8884; }
nav a { color: inherit; } nav a[aria-current] { font-weight: bold; text-decoration: none; }
.dark-mode nav { color: #e7e7e7; background: #0f0f0f; }
:root .light-mode.light-mode { --scalar-color-2: #5f5f5f; --scalar-color-3: #666; --scalar-color-green: #066b37;
  --scalar-color-red: #b8080f; --scalar-color-yellow: #7a5a00; --scalar-color-blue: #0062a3;
  --scalar-color-orange: #9c4b06; --scalar-color-purple: #5203d1; }
:root .dark-mode.dark-mode { --scalar-color-3: #9a9a9a; --scalar-color-red: #ff6b6b; }
`;

function page(form: ServiceForm, services: readonly DescribedService[], scripts: readonly string[]): string {
  const document = `/openapi/${escapeHtml(form.name)}.json`;
  const links = services.map(({ form: { name, title } }) => {
    const current = name === form.name ? ' aria-current="page"' : "";
    return `<a href="/docs/${escapeHtml(name)}"${current}>${escapeHtml(title)}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(form.title)}: interface</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Interfaces"><a href="/">Tripod</a>
${links.join("\n")}
</nav>
<div id="app" data-document="${document}"></div>
<noscript><p>This page needs JavaScript. Its document does not: <a href="${document}">${document}</a></p></noscript>
${scripts.map((name) => `<script src="/docs/js/${escapeHtml(name)}"></script>`).join("\n")}
</body>
</html>
`;
}
