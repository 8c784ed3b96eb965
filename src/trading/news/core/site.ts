/** Which addresses are of one site: what is asked politely is asked one at a time. */

/** The host of an address, with its port where it has one, and without `www.`. */
export function siteOf(url: string | URL): string {
  return new URL(url).host.replace(/^www\./, "");
}
