/** What people call things, and the reasons that they give: blanks alone are refused wherever they are sent. */
import { expect, test } from "vitest";
import { Value } from "typebox/value";
import type { TSchema } from "typebox";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { askEndpoint, exampleOf } from "../support/access-cases.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, works: false });

/** Parameters by which people name something, or say why. */
const NAMES = new Set(["brief", "group_name", "label", "message", "name", "reason", "subject", "title"]);
/** A blank label of a template stands for the name of its strategy. A charting tool's message is read as it is. */
const OTHERS = new Set(["strategies.saveTemplate label", "signals.receiveMessage message"]);

interface TextSchema extends TSchema {
  readonly type?: string;
  readonly minLength?: number;
}

const named = tradingEndpoints.flatMap((endpoint) =>
  Object.entries(((endpoint as AnyEndpoint).input.params?.properties ?? {}) as Record<string, TextSchema>)
    .filter(([name, { type }]) => type === "string" && NAMES.has(name) && !OTHERS.has(`${endpoint.id} ${name}`))
    .map(([name, schema]) => ({ endpoint, name, schema, blanks: " ".repeat(Math.max(schema.minLength ?? 0, 3)) })),
);

test("each parameter that names something refuses blanks, and takes a word", () => {
  expect(named.length).toBeGreaterThan(40);
  const taken = named.filter(({ schema, blanks }) => Value.Check(schema, blanks));
  expect(taken.map(({ endpoint, name }) => `${endpoint.id} ${name}`)).toEqual([]);
  const word = ({ schema }: (typeof named)[number]) => "w".repeat(Math.max(schema.minLength ?? 0, 5));
  const refused = named.filter((each) => !Value.Check(each.schema, word(each)));
  expect(refused.map(({ endpoint, name }) => `${endpoint.id} ${name}`)).toEqual([]);
});

test("a request with a blank name is refused by its name, and says what is wrong", async () => {
  const { key } = await world.person("admin");
  const asked = named.filter(({ endpoint }) => !["provenAdmin", "visitor", "public"].includes(endpoint.auth));
  expect(asked.length).toBeGreaterThan(30);
  const problems: string[] = [];
  for (const { endpoint, name, blanks } of asked) {
    const { status, json } = await askEndpoint(world, endpoint, key, { ...exampleOf(endpoint), [name]: blanks });
    // An example that is not whole is refused for that first.
    const isNamed = String(json.data.error).includes(name) || json.data.missing_parameters !== undefined;
    if (status !== 422 || !isNamed) problems.push(`${endpoint.id} ${name}: ${status} ${json.data.error}`);
  }
  expect(problems).toEqual([]);
  const label = await world.ask("POST", "user/api-keys/create", { key, params: { label: "   ", access: "read_only" } });
  expect(label.json.data.error).toContain("label must have more than blanks");
});
