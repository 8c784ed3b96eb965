/** Reads a registry's demand for a token: `WWW-Authenticate: Bearer realm="...",service="..."` (RFC 6750). */

export interface BearerChallenge {
  /** The URL where tokens are given out, as the server wrote it. */
  readonly realm: string;
  readonly service: string | undefined;
}

/** The Bearer challenge of a header that may hold several; undefined when there is none with a realm. */
export function parseBearerChallenge(header: string): BearerChallenge | undefined {
  const start = /(?:^|,[ \t]*)bearer[ \t]+/i.exec(header);
  if (!start) return undefined;
  const parameters = new Map<string, string>();
  const each = /[ \t]*([A-Za-z_]+)=(?:"([^"]*)"|([^\s",]+))[ \t]*(?:,|$)/y;
  each.lastIndex = start.index + start[0].length;
  for (let match = each.exec(header); match; match = each.exec(header)) {
    const name = (match[1] ?? "").toLowerCase();
    if (!parameters.has(name)) parameters.set(name, match[2] ?? match[3] ?? "");
  }
  const realm = parameters.get("realm");
  return realm ? { realm, service: parameters.get("service") } : undefined;
}
