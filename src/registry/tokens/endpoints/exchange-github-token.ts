import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { tokenAnswer, viewToken } from "../answers.ts";

/** Gives a GitHub user a token for the namespaces of the account and of the organizations that it owns. */
export const exchangeGithubToken = endpoint({
  id: "tokens.exchangeGithubToken",
  method: "POST",
  path: "/auth/github-at",
  auth: "public",
  summary: "Log in with a GitHub access token",
  description:
    "The token may publish in `io.github.LOGIN/*` and in `io.github.ORGANIZATION/*` for each organization whose owner " +
    "the user is, as far as the GitHub token may read memberships. A token holds at most 100 namespaces: an owner of more " +
    "gets `omits_namespaces`, and names the one to publish in with `namespace`. The GitHub token is not kept.",
  input: {
    body: Type.Object(
      {
        github_token: Type.String({ minLength: 1, maxLength: 4096, description: "An access token of the user." }),
        namespace: Type.Optional(
          Type.String({
            maxLength: 120,
            description:
              "The only namespace that the token is for, such as `io.github.acme`. Left out: all of the user.",
          }),
        ),
      },
      { title: "GithubToken", additionalProperties: false },
    ),
  },
  output: json(tokenAnswer),
  errors: [tokenErrors.exchangeFailed, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "no token of GitHub's", body: { github_token: "two words" }, status: 401 }],

  async run({ tokens }, { input: { body } }) {
    return viewToken(await tokens.exchangeGithubToken(body.github_token, body.namespace));
  },
});
