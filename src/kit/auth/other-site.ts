/** Which page had a browser send a request, as far as the browser says so. */

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether a page of another site, or of another host of this site, sent the request. Browsers say so in `Sec-Fetch-Site`;
 * where they do not, which is without https, and in old ones, `Origin` must name the host that was asked. Programs send
 * neither.
 *
 * @param publicUrl where browsers reach this server, if that is known: a proxy may send another `Host`
 */
export function isFromOtherSite(headers: Headers, publicUrl?: string): boolean {
  const site = first(headers["sec-fetch-site"]);
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = first(headers["origin"]);
  if (origin === undefined) return false;
  if (publicUrl !== undefined && origin === publicUrl) return false;
  return hostOf(origin) !== first(headers["host"])?.toLowerCase();
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? header : header?.[0];
}

/** Undefined for `null`, which is what pages without an origin of their own send. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
