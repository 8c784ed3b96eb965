/** How a client of an OAuth issuer proves itself at the token endpoint (RFC 6749, section 2.3.1). */

export interface OauthClient {
  readonly id: string;
  /** Undefined for a public client: the issuer knows it by its id only. */
  readonly secret: string | undefined;
}

/** The client's part of a request to the token endpoint: members of the form, and headers. */
export interface ClientProof {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param methods `token_endpoint_auth_methods_supported` of the issuer's discovery document */
export function proofOfClient({ id, secret }: OauthClient, methods: readonly string[] | undefined): ClientProof {
  if (secret === undefined) return { form: { client_id: id }, headers: {} };
  // An issuer that does not say takes the header (OpenID Connect Discovery 1.0, section 3).
  const inBody = methods?.includes("client_secret_post") === true && !methods.includes("client_secret_basic");
  if (inBody) return { form: { client_id: id, client_secret: secret }, headers: {} };
  const basic = Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString("base64");
  return { form: {}, headers: { authorization: `Basic ${basic}` } };
}

/** Both halves are encoded as in a form. */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
