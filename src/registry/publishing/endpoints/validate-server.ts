import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { examineServer } from "../examine-server.ts";

const validationResult = Type.Object(
  {
    valid: Type.Boolean({ description: "True when no issue is an error" }),
    issues: Type.Array(
      Type.Object({
        type: Type.Enum(["json", "schema", "semantic", "linter"]),
        path: Type.String({ description: "Where in the document, such as `packages[0].transport.url`" }),
        message: Type.String(),
        severity: Type.Enum(["error", "warning", "info"]),
        reference: Type.String({ description: "The rule" }),
      }),
    ),
  },
  { title: "ValidationResult" },
);

/** Any JSON object: what is wrong with it is the answer, not a refusal. */
const anyDocument = Type.Unsafe<Readonly<Record<string, unknown>>>(
  Type.Object({}, { additionalProperties: true, description: "A ServerDetail, or what should become one." }),
);

/** Says everything that is wrong with a document, and publishes nothing. */
export const validateServer = endpoint({
  id: "publishing.validateServer",
  method: "POST",
  path: "/validate",
  auth: "public",
  summary: "Check a document without publishing it",
  description:
    "Takes any JSON object, and says everything that is wrong with it as a ServerDetail. Publishing accepts what is " +
    "`valid`; it also accepts documents whose only errors come from the JSON schema that they name. Your token, your packages " +
    "and the version's number are not checked.",
  input: { body: anyDocument },
  output: json(validationResult),
  errors: [],
  beyondSpec: true,
  limits: { cost: 2 },
  examples: [
    {
      name: "a valid document",
      body: {
        $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        name: "io.example/weather",
        description: "Forecasts for any place on earth.",
        version: "1.0.0",
      },
    },
    {
      name: "a reserved version",
      body: { name: "io.example/weather", description: "Forecasts.", version: "latest" },
    },
    { name: "a member that is missing", body: { name: "io.example/weather", version: "1.0.0" } },
  ],

  run({ validationPolicy }, { input: { body } }) {
    return examineServer(body, validationPolicy);
  },
});
