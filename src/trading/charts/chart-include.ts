/** The HTML that puts a chart into a page. */

export interface ChartPlace {
  /** Service code of the market. */
  readonly symbol: string;
  /** Where the interface is reached by browsers, up to and with the version, without a slash at the end. */
  readonly apiUrl: string;
  /** Of the script. */
  readonly version: string;
}

/** The script include, and the id of the element that it draws into and makes where it is not there. */
export function chartInclude({ symbol, apiUrl, version }: ChartPlace): { script: string; containerId: string } {
  const containerId = `tripod-chart-${symbol}`;
  const attributes = {
    src: `${apiUrl}/public/chart.js?v=${version}`,
    "data-symbol": symbol,
    "data-interval": "1m",
    "data-container": containerId,
  };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return { script: `<script async${text.join("")}></script>`, containerId };
}

/** A name, an address or an IPv6 address, with a port or without. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/**
 * Where browsers reach the interface: as the settings say, else as this caller has. The headers that say so can be
 * forged, but only the sender of the request gets the answer.
 */
export function publicApiUrl(
  apiUrl: string,
  headers: { readonly host?: string | undefined; readonly "x-forwarded-proto"?: string | undefined },
): string {
  const { host = "", "x-forwarded-proto": protocol } = headers;
  if (/^https?:/.test(apiUrl) || !HOST.test(host)) return apiUrl;
  return `${protocol === "https" ? "https" : "http"}://${host}${apiUrl}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
