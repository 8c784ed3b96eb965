import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { errors } from "../errors/catalogue.ts";
import { AppError } from "../errors/catalogue.ts";
import { endpointFor } from "./endpoint.ts";
import type { ServiceForm } from "./form.ts";
import { json, stream, text } from "./output.ts";
import { errorReference, reference } from "./reference.ts";

const zooErrors = errors("zoo", {
  notFound: { status: 404, says: "There is no animal {name}." },
  full: { status: 409, says: "The cage | is full." },
});
const httpErrors = errors("http", { unauthorized: { status: 401, says: "Who are you?" } });

const animal = Type.Object(
  { name: Type.String({ description: "What it is called" }), legs: Type.Optional(Type.Integer({ minimum: 0 })) },
  { title: "Animal", description: "Lives here." },
);
const endpoint = endpointFor<unknown, { public: undefined; keeper: undefined }>();

const table = [
  endpoint({
    id: "animals.getAnimal",
    method: ["GET", "POST"],
    path: "/animals/:name",
    auth: "public",
    summary: "One animal",
    description: "By name.",
    input: {
      path: Type.Object({ name: Type.String({ maxLength: 9 }) }),
      query: Type.Object({ detail: Type.Enum(["all", "none"], { default: "all", description: "How much" }) }),
    },
    output: json(Type.Object({ animal, cage: Type.Object({ number: Type.Integer() }) }), {
      headers: { "X-Age": "Years" },
    }),
    errors: [zooErrors.notFound],
    examples: [{ name: "it's there", path: { name: "o'cat" }, query: { detail: "none" } }],
    run: () => ({ animal: { name: "" }, cage: { number: 1 } }),
  }),
  endpoint({
    id: "animals.addAnimal",
    method: "POST",
    path: "/animals",
    auth: "keeper",
    permission: "write",
    summary: "Add an animal",
    input: { body: animal },
    output: text("text/plain", { status: 204 }),
    errors: [zooErrors.full, zooErrors.notFound],
    limits: { cost: 5, bodyBytes: 100 },
    beyondSpec: true,
    examples: [{ name: "a cat", body: { name: "cat" }, status: 409 }],
    run: () => "",
  }),
  endpoint({
    id: "noise.listen",
    method: "GET",
    path: "/noise",
    auth: "keeper",
    summary: "Listen",
    input: {},
    output: stream("application/x-ndjson", { item: Type.Array(animal) }),
    errors: [],
    examples: [{ name: "now" }],
    async *run() {},
  }),
];

const form: ServiceForm = {
  name: "zoo",
  title: "Zoo",
  version: "1",
  description: "Animals.",
  prefixes: ["/v1", "/v0"],
  bodyBytes: 1,
  publicKinds: ["public"],
  security: { schemes: { key: { type: "apiKey", in: "header", name: "X-Key" } }, byKind: { keeper: "key" } },
  unknownMembers: { query: "ignore", body: "ignore" },
  errorSchema: Type.Object({ error: Type.String() }),
  authenticate: () => undefined,
  invalidInput: () => new AppError(zooErrors.full.spec),
  refusal: () => new AppError(zooErrors.full.spec),
  renderError: () => ({}),
};

describe("the reference of a service", () => {
  const page = reference(form, table);

  test.each([
    "# Zoo\n\nAnimals.\n\nAll paths are below `/v1`. They answer below `/v0` too.\n\n## animals\n\n### One animal",
    "`GET /v1/animals/:name` or `POST /v1/animals/:name` (`animals.getAnimal`)\n\nBy name.\n\nAnybody may call it.",
    "| `name` | path | yes | text, at most 9 characters |  |",
    '| `detail` | query | no: "all" | one of all, none | How much |',
    "Answers 200 with JSON:\n\n| member | needed | type | meaning |",
    "| `animal` | yes | [Animal](#animal) | Lives here. |\n| `cage` | yes | JSON object |  |\n| `cage.number` | yes | whole number |  |",
    "| `X-Age` | Years |",
    "| 404 | `zoo.notFound` | There is no animal {name}. |",
    "Example: it's there (200)\n\n```sh\ncurl 'http://127.0.0.1:8080/v1/animals/o'\\''cat?detail=none'\n```",
    "Ours: not part of the service's specification.",
    "Needs credentials of kind `keeper` that permit `write`. Counts as 5 requests. Bodies have at most 100 bytes.",
    "Body:\n\n[Animal](#animal)\n\nAnswers 204 without a body.",
    "curl 'http://127.0.0.1:8080/v1/animals' -H \"X-Key: $CREDENTIALS\" -H 'Content-Type: application/json' -d '{\"name\":\"cat\"}'",
    "Answers 200 with a stream of `application/x-ndjson`, each line:\n\nlist of [Animal](#animal)",
    "## Errors\n\nEvery refusal has this body:\n\n| member | needed | type | meaning |\n| --- | --- | --- | --- |\n| `error` | yes | text |  |",
    "## Objects\n\n### Animal\n\nLives here.\n\n| member | needed | type | meaning |\n| --- | --- | --- | --- |\n" +
      "| `name` | yes | text | What it is called |\n| `legs` | no | whole number, at least 0 |  |\n",
  ])("says %j", (part) => {
    expect(page).toContain(part);
  });

  test("is the same each time", () => {
    expect(reference(form, table)).toBe(page);
  });
});

test("the reference of errors lists each of them once, with the operations that answer it", () => {
  expect(errorReference([{ form: { ...form, refusals: () => Object.values(httpErrors) }, endpoints: table }])).toBe(
    [
      "# Errors",
      "The errors of the services, and their messages. A name in braces is replaced by a value.",
      "## Zoo",
      [
        "| code | status | sentence | answered by |",
        "| --- | --- | --- | --- |",
        "| `http.unauthorized` | 401 | Who are you? | any endpoint |",
        "| `zoo.full` | 409 | The cage \\| is full. | `animals.addAnimal` |",
        "| `zoo.notFound` | 404 | There is no animal {name}. | `animals.getAnimal`, `animals.addAnimal` |\n",
      ].join("\n"),
    ].join("\n\n"),
  );
});
