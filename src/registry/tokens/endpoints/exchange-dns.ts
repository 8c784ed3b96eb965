import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { tokenErrors } from "../errors.ts";
import { domainProof, domainProofBody, oldSignature, tokenAnswer, viewToken } from "../answers.ts";

/** Gives a caller who controls the DNS of a domain a token for its namespace. */
export const exchangeDns = endpoint({
  id: "tokens.exchangeDns",
  method: "POST",
  path: "/auth/dns",
  auth: "public",
  summary: "Log in by a DNS record",
  description:
    "The domain names its keys in TXT records `v=MCPv1; k=ed25519; p=BASE64` or `v=MCPv1; k=ecdsap384; p=BASE64` of its " +
    "own name. The token may publish in the reversed domain and everything below it: `com.example/*`, `com.example.*`. " +
    "A signature is accepted once.",
  input: { body: domainProofBody },
  output: json(tokenAnswer),
  errors: [tokenErrors.dnsFailed, tokenErrors.blocked],
  limits: { cost: 5, bodyBytes: 32_768 },
  beyondSpec: true,
  examples: [oldSignature],

  async run({ tokens }, { input: { body } }) {
    return viewToken(await tokens.exchangeDns(domainProof(body)));
  },
});
