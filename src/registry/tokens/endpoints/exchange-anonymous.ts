import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { tokenAnswer, viewToken } from "../answers.ts";

/** Gives any caller a token for the namespace of trials, if the operator has turned that on. */
export const exchangeAnonymous = endpoint({
  id: "tokens.exchangeAnonymous",
  method: "POST",
  path: "/auth/none",
  auth: "public",
  summary: "Get a token for trials",
  description: "The token may publish and edit in `io.modelcontextprotocol.anonymous/*`. Answers 404 where it is off.",
  input: {},
  output: json(tokenAnswer),
  errors: [tokenErrors.notOffered, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [{ name: "where it is off", status: 404 }],

  async run({ tokens }) {
    return viewToken(await tokens.exchangeAnonymous());
  },
});
