/** The port that a URL of http, https, ws or wss asks for, as text: its own, or the scheme's. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === "http:" || url.protocol === "ws:" ? "80" : "443");
}
