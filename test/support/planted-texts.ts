/** Leaves a word of a user's own in everything that the operations of the platform take, so that none can be forgotten. */
import type { TObject, TSchema } from "typebox";
import { methodsOf, type AnyEndpoint, type Example } from "../../src/kit/endpoint/endpoint.ts";
import { requestOf, send, type Sign, type TestWorld } from "./test-world.ts";

/** Their success would take away what was planted, or the caller. */
const ENDS = /(?:delete|remove|revoke|close|reset|logout)/i;

/** Replays the examples of changes with the word in each of their texts in turn, in the first form that is taken. */
export async function plantTexts(world: TestWorld, sign: Sign, word: string): Promise<void> {
  for (const endpoint of world.endpoints.filter((each) => methodsOf(each).includes("POST") && !ENDS.test(each.id))) {
    const names = textsOf(endpoint);
    const tries = endpoint.examples.flatMap((example) => names.map((name) => withWord(example, name, word)));
    for (const forms of tries) await sendFirstTaken(world, sign, endpoint, forms);
  }
}

async function sendFirstTaken(
  world: TestWorld,
  sign: Sign,
  endpoint: AnyEndpoint,
  forms: readonly Example[],
): Promise<void> {
  for (const form of forms) {
    const request = requestOf(world, endpoint, form);
    if ((await send(world, request, await sign(request, endpoint))).status === 200) return;
  }
}

/** The parameters that take texts of any kind. */
function textsOf({ input }: AnyEndpoint): string[] {
  const schema = input.params ?? (input.body as TObject | undefined);
  const texts = Object.entries((schema?.properties ?? {}) as Record<string, TSchema>).filter(([, each]) =>
    isText(each),
  );
  return texts.map(([name]) => name);
}

function isText(schema: TSchema): boolean {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown };
  return type === "string" && values === undefined;
}

function withWord(example: Example, name: string, word: string): Example[] {
  const body = (example.body ?? {}) as Readonly<Record<string, unknown>>;
  const before = typeof body[name] === "string" ? body[name] : "";
  const long = `${word} wrote this, and it is long enough for a message, a reason or a description of anything at all.`;
  return [`${before} ${word}`.trim(), `${word}@planted.example`, `https://${word}.example/hook`, long].map((value) => ({
    ...example,
    body: { ...body, [name]: value },
  }));
}
