/** Signs requests to the trading platform, as docs/trading/signing.md says, by the Web Crypto of browsers and Node. */

export interface SigningKey {
  /** The public part. */
  readonly key: string;
  readonly secret: string;
}

/** What a signature is for. */
export interface Signed {
  /** The target of the request as it is sent, query included. */
  readonly path: string;
  readonly body: string;
  /** 17 to 20 digits. */
  readonly nonce: string;
  /** Seconds since 1970 from when the request is refused. */
  readonly exp: number;
}

/** `CryptoKey`, for which Node's own types have no global name. */
type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const HEADER = '{"typ":"JWT","alg":"HS256"}';
const EXPIRES_SECONDS = 120;

const encoder = new TextEncoder();

/** The value of `Authorization`. With `bound`, the signature is good for this request only, as strict keys ask for. */
export async function tokenOf(secret: Secret, { path, body, nonce, exp }: Signed, isBound: boolean): Promise<string> {
  const bound = isBound ? `,"path":${JSON.stringify(path)},"body_sha256":"${await sha256(body)}","exp":${exp}` : "";
  const text = `${base64Url(encoder.encode(HEADER))}.${base64Url(encoder.encode(`{"nonce":${nonce}${bound}}`))}`;
  const signature = await crypto.subtle.sign("HMAC", secret, encoder.encode(text));
  return `${text}.${base64Url(new Uint8Array(signature))}`;
}

export function importSecret(secret: string): Promise<Secret> {
  // Browsers have it in secure contexts only.
  if (globalThis.crypto?.subtle === undefined)
    throw new Error("requests are signed by Web Crypto: serve the page over https");
  return crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/**
 * Makes nonces of 19 digits: nanoseconds since 1970, each higher than the one before. The part below a millisecond is
 * random at first, so that two programs with one key do not meet.
 */
export function nonces(nowMs: () => number = Date.now): () => string {
  let last = 0n;
  return () => {
    const now = BigInt(nowMs()) * 1_000_000n + BigInt(Math.floor(Math.random() * 1_000_000));
    last = now > last ? now : last + 1n;
    return String(last);
  };
}

/** Makes the headers of each request. */
export function signer({ key, secret }: SigningKey, isBound: boolean) {
  const next = nonces();
  let imported: Promise<Secret> | undefined;
  return async (path: string, body = ""): Promise<{ readonly key: string; readonly authorization: string }> => {
    imported ??= importSecret(secret);
    const exp = Math.floor(Date.now() / 1000) + EXPIRES_SECONDS;
    return { key, authorization: await tokenOf(await imported, { path, body, nonce: next(), exp }, isBound) };
  };
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
