/** What a document claims about the repository, and which of its claims do not hold. */
import path from "node:path";

/** What documents are checked against. */
export interface World {
  /** Every file, relative to the repository. */
  readonly files: readonly string[];
  readonly scripts: readonly string[];
  /** The text of a file that exists. */
  read(file: string): string;
}

/** Where a path of this repository begins. Other texts with slashes are URLs, package names, answers... */
const TOP_FOLDER = /^(?:\.\/)?(?:src|test|bench|bin|scripts|migrations|docs|examples|deploy|\.ci)\//;
const TOP_FILE = /^[\w.-]+\.(?:md|jsonc?|ts|mjs|js|lock|ya?ml)$/;
/** Files that are there only after a step that the document speaks of. */
const MADE_LATER = new Set(["tripod.yaml", "tripod.json", ".env", "server.json"]);
/** `docs/NAME.md`, `<name>`, `...`: a form, not a path. */
const FORM = /[<>$…\s|]|\.\.\.|\b(?:NAME|N{3,4}|X{3,4}|YYYY)\b/;

/** The sentences "this does not exist" about one document; `file` is its path. */
export function problemsOf(file: string, text: string, world: World): string[] {
  const { prose, fences } = split(text);
  const problems = new Set<string>();
  for (const claim of [...spans(prose), ...fences.flatMap(({ words }) => words)]) {
    if (isPath(claim, world) && !exists(claim, world)) problems.add(`${file}: there is no ${claim}`);
  }
  for (const script of [prose, ...fences.map(({ code }) => code)].flatMap(scriptsIn)) {
    if (!world.scripts.includes(script)) problems.add(`${file}: package.json has no script "${script}"`);
  }
  for (const target of links(prose)) {
    const problem = problemOfLink(file, target, world);
    if (problem) problems.add(`${file}: ${problem}`);
  }
  return [...problems];
}

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...split(text).prose.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\p{Mark}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

interface Fence {
  readonly code: string;
  /** Words of a shell's command lines; empty for other languages. */
  readonly words: readonly string[];
}

function split(text: string): { prose: string; fences: Fence[] } {
  const fences: Fence[] = [];
  const prose = text.replace(
    /^( *)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^\1\2[ \t]*$/gm,
    (_, _indent, _mark, language, code) => {
      const isShell = /^\s*(?:bash|sh|shell|console)\b/.test(language as string);
      if (isShell) fences.push({ code: code as string, words: (code as string).split(/[\s"'=]+/) });
      return "";
    },
  );
  return { prose, fences };
}

function spans(prose: string): string[] {
  return [...prose.matchAll(/(`+)(.+?)\1/g)].map(([, , inside = ""]) => inside.trim());
}

function scriptsIn(text: string): string[] {
  const named = [...text.matchAll(/\bnpm run(?: -s| --silent)? ([\w:-]+)/g)].map(([, name = ""]) => name);
  const short = [...text.matchAll(/\bnpm (test|start)\b/g)].map(([, name = ""]) => name);
  return [...named, ...short];
}

function links(prose: string): string[] {
  const inline = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, target = ""]) => target);
  const references = [...prose.matchAll(/^\[[^\]]+\]:\s+<?(\S+?)>?\s*$/gm)].map(([, target = ""]) => target);
  return [...inline, ...references].filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

function problemOfLink(file: string, target: string, world: World): string | undefined {
  const [place = "", anchor] = target.split("#", 2);
  const linked = place === "" ? file : path.posix.join(path.posix.dirname(file), decodeURI(place));
  if (!exists(linked, world)) return `the link ${target} leads nowhere`;
  if (anchor === undefined || !linked.endsWith(".md")) return undefined;
  return anchorsOf(world.read(linked)).includes(anchor) ? undefined : `${linked} has no heading for #${anchor}`;
}

function isPath(text: string, world: World): boolean {
  if (FORM.test(text) || MADE_LATER.has(text)) return false;
  if (TOP_FOLDER.test(text)) return true;
  // A bare file name may be any file's: `index.ts`, `build.ts`.
  return TOP_FILE.test(text) && !world.files.some((file) => path.posix.basename(file) === text);
}

/** A file, a folder, or a pattern with `*`, `**` or `{a,b}` that some file fits. A trailing `:12` is a line. */
function exists(text: string, world: World): boolean {
  const name = path.posix.normalize(text.replace(/:\d+(?:-\d+)?$/, "")).replace(/\/$/, "");
  if (name === ".") return true;
  const pattern = name
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\*\*\/|\*\*|\*/g, (stars) => ({ "**/": "(?:.*/)?", "**": ".*" })[stars] ?? "[^/]*");
  const fits = new RegExp(`^${pattern}(?:/|$)`);
  return world.files.some((file) => fits.test(file));
}
