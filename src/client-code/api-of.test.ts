import { describe, expect, test } from "vitest";
import { apiOf, type OpenApiDocument } from "./api-of.ts";
import type { Schema } from "./api.ts";
import { pagingOf } from "./paging.ts";
import { renderTypeScript } from "./typescript/render-typescript.ts";

const envelope = (data: Schema, beside: Record<string, Schema> = {}): Schema => ({
  type: "object",
  required: ["data", "meta"],
  properties: { data, ...beside, meta: { type: "object" } },
});
const number: Schema = { type: "integer" };

interface Given {
  readonly method?: string;
  readonly id?: string;
  readonly params?: Record<string, Schema>;
  readonly answer?: Schema;
  readonly more?: object;
}

/** A document of the platform with these operations at one path. */
function documentOf(...operations: readonly Given[]): OpenApiDocument {
  const byMethod = operations.map(({ method = "post", id = "area.work", params = {}, answer = number, more = {} }) => [
    method,
    {
      operationId: id,
      summary: "Works",
      security: [],
      requestBody: { content: { "application/json": { schema: { type: "object", properties: params } } } },
      responses: { 200: { content: { "application/json": { schema: envelope(answer) } } } },
      ...more,
    },
  ]);
  return {
    info: { title: "A service" },
    paths: { "/api/v2/work": Object.fromEntries(byMethod) as never },
    components: { schemas: {} },
  };
}

const first = (given: Given) => apiOf("trading", documentOf(given)).operations[0];
const page = { pagenumber: number, limit: number };

describe("an operation", () => {
  test("that takes several methods is one, by POST, and two at one path are two", () => {
    const both = documentOf({ method: "get", id: "area.work.get" }, { id: "area.work.post" });
    expect(apiOf("trading", both).operations.map(({ id, method }) => `${method} ${id}`)).toEqual(["POST area.work"]);
    const two = documentOf({ method: "get", id: "area.list" }, { id: "area.set" });
    expect(apiOf("trading", two).operations.map(({ id, method }) => `${method} ${id}`)).toEqual([
      "GET area.list",
      "POST area.set",
    ]);
  });

  test.each([
    ["a change", { parameters: [{ name: "Idempotency-Key", in: "header", required: false, schema: {} }] }, "change"],
    ["a read", { "x-read-only": true }, "read"],
    ["a change that must not be sent again", {}, "once"],
  ])("is %s according to the document", (_what, more, effect) => {
    expect(first({ more })?.effect).toBe(effect);
  });

  test("answers the value in the envelope, with the members beside it", () => {
    expect(first({})?.answer).toEqual({ form: "json", schema: number });
    const responses = { 200: { content: { "application/json": { schema: envelope(number, { gaps: number }) } } } };
    const { form, schema } = first({ more: { responses } })?.answer ?? {};
    expect([form, Object.keys(schema?.properties ?? {})]).toEqual(["whole", ["data", "gaps"]]);
  });
});

describe("a list", () => {
  test("is found by its pages, and is a read", () => {
    const answer: Schema = { type: "object", properties: { rows: { type: "array", items: number }, total: number } };
    expect(first({ params: page, answer })).toMatchObject({
      effect: "read",
      paging: { by: "number", list: "rows", item: number },
    });
    expect(first({ params: page, answer: { type: "array", items: number } })?.paging).toEqual({
      by: "number",
      item: number,
    });
  });

  test("in pages behind a cursor is the answer, the list beside `metadata`, or the last list of the answer", () => {
    const list: Schema = { type: "array", items: number };
    const pagingBehindCursor = (schema: Schema) =>
      pagingOf(
        "players",
        {
          id: "a.b",
          parameters: [{ name: "cursor", in: "query", required: false, schema: {} }],
          answer: { form: "json", schema },
        },
        {},
      );
    expect(pagingBehindCursor(list)).toEqual({ by: "link", item: number });
    expect(pagingBehindCursor({ type: "object", properties: { rows: list, metadata: { type: "object" } } })).toEqual({
      by: "cursor",
      list: "rows",
      item: number,
    });
    expect(pagingBehindCursor({ type: "object", properties: { whole: list, rows: list } })).toEqual({
      by: "link",
      list: "rows",
      item: number,
    });
  });

  test("in pages of another form fails, so that no client leaves entries out", () => {
    expect(() => first({ params: page, answer: number })).toThrow(
      "area.work answers pages in a form that clients know",
    );
  });
});

test("types hold unions, lists and members that may be left out", () => {
  const params: Record<string, Schema> = {
    side: { enum: ["buy", "sell"] },
    ids: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
    at: { type: "integer", minimum: 1, maximum: 9, default: 3, description: "When" },
  };
  const files = renderTypeScript(apiOf("trading", documentOf({ params })));
  expect(files["trading/area.ts"]).toContain(
    [
      "export interface WorkParams {",
      '  side?: "buy" | "sell";',
      "  ids?: (string | null)[];",
      "  /** When. 1 to 9. Default: 3. */",
      "  at?: number;",
      "}",
    ].join("\n"),
  );
  expect(files["trading/operations.ts"]).toContain('work: ["POST", "/api/v2/work", "once"],');
});
