import { Type } from "typebox";
import type { AnyEndpoint } from "../../../kit/endpoint/endpoint.ts";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { OperationDeps } from "../deps.ts";

const parameter = Type.Object({
  name: Type.String(),
  required: Type.Boolean(),
  minimum_length: Type.Union([Type.Integer(), Type.Null()]),
  default: Type.Unknown(),
  description: Type.String(),
});

const operation = Type.Object(
  {
    path: Type.String(),
    parent: Type.String(),
    name: Type.String(),
    description: Type.String(),
    auth_required: Type.Boolean(),
    methods: Type.Array(Type.String()),
    beyond_documentation: Type.Boolean({ description: "One of our own, which the public documentation does not have" }),
    parameters: Type.Array(parameter),
  },
  { title: "Operation" },
);

interface ParameterSchema {
  readonly minLength?: number;
  readonly default?: unknown;
  readonly description?: string;
}

export const listEndpoints = endpoint({
  id: "system.listEndpoints",
  method: ["GET", "POST"],
  path: "/system/endpoints",
  auth: "public",
  summary: "List all operations",
  input: {},
  output: json(Type.Array(operation)),
  errors: [],
  examples: [{ name: "all" }],
  run: ({ operations }: OperationDeps) => operations().map(describe),
});

function describe(listed: AnyEndpoint) {
  const { path, summary, description, auth, method, beyondSpec, input } = listed;
  const [parent = "", ...rest] = path.slice(1).split("/");
  const properties = (input.params?.properties ?? {}) as Record<string, ParameterSchema>;
  const needed = (input.params?.required ?? []) as readonly string[];
  return {
    path: path.slice(1),
    parent,
    name: rest.join("/"),
    description: description ?? summary,
    auth_required: auth !== "public" && auth !== "visitor",
    methods: typeof method === "string" ? [method] : [...method],
    beyond_documentation: beyondSpec === true,
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      required: needed.includes(name) && schema.default === undefined,
      minimum_length: schema.minLength ?? null,
      default: schema.default ?? null,
      description: schema.description ?? "",
    })),
  };
}
