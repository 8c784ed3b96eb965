import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { PENDING_NOTE, pendingErrors } from "../../pending.ts";
import { mutation, serviceCode } from "../../shapes.ts";
import { book } from "../records.ts";

export const books = endpoint({
  id: "strategies.books",
  method: ["GET", "POST"],
  path: "/strategy/books",
  auth: "change",
  permission: "strategies",
  summary: "Manage books",
  description: "A book adds up the positions of several profiles. Without `action`, lists them. " + PENDING_NOTE,
  input: {
    params: Type.Object({
      action: Type.Enum(["list", "create", "edit", "delete"], { default: "list" }),
      id: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The book to edit or delete" })),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      codes: Type.Optional(Type.Array(serviceCode, { maxItems: 1000, description: "Markets whose positions count" })),
    }),
  },
  output: json(Type.Union([Type.Array(book), mutation({ book })])),
  errors: [pendingErrors.engine],
  examples: [
    { name: "all", status: 501 },
    { name: "an action that there is not", body: { action: "burn" }, status: 422 },
  ],

  run() {
    throw pendingErrors.engine({ operation: "strategy/books" });
  },
});
