import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { idTokenBody, tokenAnswer, viewToken } from "../answers.ts";

/** Gives a user who logged in at the operator's own issuer the configured token. */
export const exchangeOidc = endpoint({
  id: "tokens.exchangeOidc",
  method: "POST",
  path: "/auth/oidc",
  auth: "public",
  summary: "Log in with an id token of this registry's own issuer",
  description: "The names that the token may publish and edit are configured. Answers 404 without an issuer.",
  input: { body: idTokenBody },
  output: json(tokenAnswer),
  errors: [tokenErrors.exchangeFailed, tokenErrors.notOffered, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "without an issuer", body: { oidc_token: "not a token" }, status: 404 }],

  async run({ tokens }, { input: { body } }) {
    return viewToken(await tokens.exchangeOidc(body.oidc_token));
  },
});
