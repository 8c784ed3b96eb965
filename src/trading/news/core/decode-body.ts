/** The text of an answer, by what it says of its encoding. A wrong name costs characters, never the feed. */

/** The encoding of a document is declared within its first bytes (HTML: the first 1024). */
const PROLOGUE_BYTES = 1_024;

/** @param contentType the header; its `charset` counts more than the document's own word, as RFC 7303 says */
export function decodeBody(body: Uint8Array, contentType: string | undefined): string {
  const charset = /;\s*charset\s*=\s*["']?([a-z0-9_.:-]{1,40})/i.exec((contentType ?? "").slice(0, 300))?.[1];
  const declared = charset ?? declaredIn(body, /^\s*text\/html\b/i.test(contentType?.slice(0, 100) ?? ""));
  return decoderFor(markOf(body) ?? declared ?? "utf-8").decode(body);
}

/** A byte order mark outweighs everything. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function declaredIn(body: Uint8Array, isPage: boolean): string | undefined {
  const head = new TextDecoder("latin1").decode(body.subarray(0, PROLOGUE_BYTES));
  if (isPage) return /<meta\s[^<>]{0,100}\bcharset=["']?([a-z0-9_.:-]{1,40})/i.exec(head)?.[1];
  return /^\s{0,20}<\?xml[^>]{0,100}\sencoding=["']([a-z0-9_.:-]{1,40})/i.exec(head)?.[1];
}

function decoderFor(name: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder();
  }
}
