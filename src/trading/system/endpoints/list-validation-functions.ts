import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { VALIDATION_FUNCTIONS } from "../../validation.ts";

export const listValidationFunctions = endpoint({
  id: "system.listValidationFunctions",
  method: ["GET", "POST"],
  path: "/system/list-validation-functions",
  auth: "public",
  summary: "List validation functions",
  description: "The names that `failed_validation` of a refusal may give.",
  input: {},
  output: json(Type.Array(Type.String())),
  errors: [],
  examples: [{ name: "all" }],
  run: () => [...VALIDATION_FUNCTIONS],
});
