/** The port that a URL of http or https asks for, as text: its own, or the scheme's. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === "http:" ? "80" : "443");
}
