/** Judges URLs by their text, more strictly than the URL class, which mends what people mistype. */

export type UrlText =
  | { readonly kind: "absolute"; readonly url: URL }
  | { readonly kind: "relative" }
  | { readonly kind: "invalid" };

/** Longer ones are refused by every schema of a description. Reading a host takes more than linear time. */
const MAX_CHARACTERS = 8_192;

/** Reads a URL reference of at most 8,192 characters. Blanks, control characters and backslashes are invalid, as is `https:host` without slashes. */
export function readUrl(text: string): UrlText {
  if (text.length > MAX_CHARACTERS || /[\s\\\p{Cc}]/u.test(text)) return { kind: "invalid" };
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return { kind: "relative" };
  if (/^https?:/i.test(text) && !/^https?:\/\/[^/?#]/i.test(text)) return { kind: "invalid" };
  return URL.canParse(text) ? { kind: "absolute", url: new URL(text) } : { kind: "invalid" };
}

/** Whether only the reader's own machine answers at the host: `localhost` and below, loopback and unspecified addresses. */
export function isLocalHost(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, "");
  return (
    host === "localhost" || host.endsWith(".localhost") || /^(?:127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(host)
  );
}

export interface UrlTemplate {
  /** Names between braces, in order, repeated ones too. */
  readonly variables: readonly string[];
  /** The template with something harmless for each variable: a digit within a port, else a letter. */
  readonly filled: string;
  /** The template does not fix scheme and host: it starts with a variable. */
  readonly startsWithVariable: boolean;
}

/** Reads a URL with `{name}` in it. Undefined where braces do not pair up or enclose nothing. */
export function readUrlTemplate(text: string): UrlTemplate | undefined {
  const variables: string[] = [];
  const filled = text.replace(/\{([^{}]+)\}/g, (_whole, name: string, offset: number) => {
    variables.push(name);
    const before = text.slice(Math.max(0, offset - 6), offset);
    return /:\d{0,5}$/.test(before) ? "1" : "x";
  });
  if (/[{}]/.test(filled)) return undefined;
  return { variables, filled, startsWithVariable: text.startsWith("{") };
}
