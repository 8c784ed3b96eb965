import { text } from "../../kit/endpoint/output.ts";
import type { RunningService } from "../../kit/service.ts";
import { endpoint, type FrontDeps } from "../front.ts";

/** A small page that names the services that run here. It needs no network and no script. */
export const showFrontPage = endpoint({
  id: "front.showFrontPage",
  method: "GET",
  path: "/",
  auth: "public",
  summary: "What runs here",
  input: {},
  output: text("text/html; charset=utf-8", { cacheControl: "no-cache" }),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "the page" }],

  run: (deps) => page(deps),
});

function page({ services, version, demo }: FrontDeps): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tripod</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  h1 { margin-bottom: 0; } header p { margin-top: 0; opacity: .7; }
  section { border-top: 1px solid #8884; padding: .5rem 0; }
  code { background: #8882; padding: .1em .3em; border-radius: .2em; }
  aside { border-left: 4px solid #d90; padding-left: .8rem; margin-bottom: 1rem; }
</style>
<header><h1>Tripod</h1><p>version ${escape(version)}</p></header>
<main>
${demo ? "<aside>This is a demonstration: where a service had nothing to show, invented data was loaded.</aside>" : ""}
${services.map(section).join("\n")}
<p><a href="/docs">The interfaces</a>, described and ready to try. <a href="/health">Health</a>.</p>
</main>
</html>
`;
}

function section({ name, title, description, prefix, firstLook }: RunningService): string {
  return `<section><h2 id="${escape(name)}">${escape(title)}</h2>
<p>${escape(description)}</p>
<p>Answers below <code>${escape(prefix)}</code>. First look: <a href="${escape(firstLook)}">${escape(firstLook)}</a>.
Document: <a href="/openapi/${escape(name)}.json">/openapi/${escape(name)}.json</a>.</p></section>`;
}

function escape(raw: string): string {
  return raw.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
