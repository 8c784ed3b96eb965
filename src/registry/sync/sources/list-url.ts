import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** `https://host/path` or `https://host/path/v0.1` to `https://host/path/v0.1/servers`. */
export function listUrl(baseUrl: string): string {
  const base = withoutTrailing(baseUrl, "/");
  return /\/v\d+(?:\.\d+)?$/.test(base) ? `${base}/servers` : `${base}/v0.1/servers`;
}
