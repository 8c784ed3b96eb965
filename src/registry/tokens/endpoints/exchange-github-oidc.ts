import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { idTokenBody, tokenAnswer, viewToken } from "../answers.ts";

/** Gives a GitHub Actions run a token for the namespace of the owner of its repository. */
export const exchangeGithubOidc = endpoint({
  id: "tokens.exchangeGithubOidc",
  method: "POST",
  path: "/auth/github-oidc",
  auth: "public",
  summary: "Log in from GitHub Actions",
  description:
    "Takes the id token that GitHub makes for a run with the permission `id-token: write` and the registry's audience. " +
    "The token may publish in `io.github.OWNER/*`.",
  input: { body: idTokenBody },
  output: json(tokenAnswer),
  errors: [tokenErrors.exchangeFailed, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "no id token", body: { oidc_token: "not a token" }, status: 401 }],

  async run({ tokens }, { input: { body } }) {
    return viewToken(await tokens.exchangeGithubOidc(body.oidc_token));
  },
});
