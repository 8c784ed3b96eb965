import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** `https://host/path`, `https://host/path/v0.1` or the list itself to `https://host/path/v0.1/servers`. */
export function listUrl(baseUrl: string): string {
  const base = withoutTrailing(baseUrl, "/");
  if (/\/v\d+(?:\.\d+)?\/servers$/.test(base)) return base;
  return /\/v\d+(?:\.\d+)?$/.test(base) ? `${base}/servers` : `${base}/v0.1/servers`;
}
