/** The small page that names the services that run here. It needs no network and no script. */
import type { RunningService } from "../kit/service.ts";
import { escapeHtml } from "./html.ts";

export const FRONT_STYLE = `
  :root { color-scheme: light dark; color: CanvasText; background: Canvas; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  h1 { margin-bottom: 0; } header p { margin-top: 0; }
  section { border-top: 1px solid #8884; padding: .5rem 0; }
  code { background: #8882; padding: .1em .3em; border-radius: .2em; }
  .demo { border-left: 4px solid #d90; padding-left: .8rem; margin-bottom: 1rem; }
`;

const DEMO =
  '<p class="demo">This is a demonstration: where a service had nothing to show, invented data was loaded.</p>';

export interface FrontPage {
  readonly services: readonly RunningService[];
  /** The program's version. */
  readonly version: string;
  readonly demo: boolean;
  /** Whether browsers are led to the console. */
  readonly hasConsole: boolean;
}

export function frontPage({ services, version, demo, hasConsole }: FrontPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${hasConsole ? '<meta http-equiv="refresh" content="0; url=/console">\n' : ""}<title>Tripod</title>
<style>${FRONT_STYLE}</style>
<header><h1>Tripod</h1><p>version ${escapeHtml(version)}</p></header>
<main>
${demo ? DEMO : ""}
${services.map(section).join("\n")}
${hasConsole ? '<p><a href="/console">The console</a>, for people.</p>' : ""}
<p><a href="/docs">The interfaces</a>, described and ready to try. <a href="/health">Health</a>.</p>
</main>
</html>
`;
}

function section({ name, title, description, prefix, firstLook }: RunningService): string {
  return `<section><h2 id="${escapeHtml(name)}">${escapeHtml(title)}</h2>
<p>${escapeHtml(description)}</p>
<p>Answers below <code>${escapeHtml(prefix)}</code>. First look: <a href="${escapeHtml(firstLook)}">${escapeHtml(firstLook)}</a>.
<a href="/docs/${escapeHtml(name)}">Interface</a>. Document: <a href="/openapi/${escapeHtml(name)}.json">/openapi/${escapeHtml(name)}.json</a>.</p></section>`;
}
