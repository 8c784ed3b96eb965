import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { SignUpModeDeps } from "../deps.ts";

export const getSignUp = endpoint({
  id: "signup.getSignUp",
  method: "GET",
  path: "/user/sign-up",
  auth: "public",
  summary: "Whether people can sign up",
  description: "`off`: the operator makes accounts. `invited`: with an invitation. `open`: with a mail address.",
  input: { params: Type.Object({}) },
  output: json(
    Type.Object({ sign_up: Type.Union([Type.Literal("off"), Type.Literal("invited"), Type.Literal("open")]) }),
  ),
  errors: [],
  examples: [{ name: "the platform's choice" }],
  beyondSpec: true,

  run: async ({ signUpMode }: SignUpModeDeps) => ({ sign_up: signUpMode }),
});
