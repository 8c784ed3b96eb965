/** A customer of the loopback exchange who speaks HTTP by hand. */
import { createHmac } from "node:crypto";

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>> & readonly Readonly<Record<string, unknown>>[];
}

export interface RestCaller {
  /** Without a key. */
  get(path: string): Promise<RestAnswer>;
  /** With key, time and signature. */
  signed(method: string, path: string, parameters?: Readonly<Record<string, string | number>>): Promise<RestAnswer>;
}

export function restCaller(url: string, { apiKey, secret }: { apiKey: string; secret: string }): RestCaller {
  const read = async (response: Response): Promise<RestAnswer> => {
    const text = await response.text();
    const body = (text.startsWith("<") ? {} : JSON.parse(text)) as RestAnswer["body"];
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: async (path) => read(await fetch(url + path)),
    async signed(method, path, parameters = {}) {
      const all = { timestamp: Date.now(), ...parameters };
      const pairs = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const query = pairs.join("&");
      const signature = createHmac("sha256", secret).update(query).digest("hex");
      const target = `${url}${path}?${query}&signature=${signature}`;
      return read(await fetch(target, { method, headers: { "x-mbx-apikey": apiKey } }));
    },
  };
}
