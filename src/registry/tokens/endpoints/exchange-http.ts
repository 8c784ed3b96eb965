import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { domainProof, domainProofBody, oldSignature, tokenAnswer, viewToken } from "../answers.ts";

/** Gives a caller who controls the web server of a domain a token for its namespace. */
export const exchangeHttp = endpoint({
  id: "tokens.exchangeHttp",
  method: "POST",
  path: "/auth/http",
  auth: "public",
  summary: "Log in by a file on a web server",
  description:
    "The domain names its keys in `https://DOMAIN/.well-known/mcp-registry-auth`, one record a line: " +
    "`v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1; k=ecdsap384; p=BASE64`, 4096 bytes at most, without a redirect. " +
    "The token may publish in the reversed domain: `com.example/*`. A signature is accepted once.",
  input: { body: domainProofBody },
  output: json(tokenAnswer),
  errors: [tokenErrors.httpFailed, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [oldSignature],

  async run({ tokens }, { input: { body } }) {
    return viewToken(await tokens.exchangeHttp(domainProof(body)));
  },
});
