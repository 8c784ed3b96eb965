/** A document with every member, and ways to damage a document as people and programs do. */

/** A source of whole numbers below a limit, the same for the same seed (mulberry32). */
export type Below = (limit: number) => number;

export function seededRandom(seed: number): Below {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const input = {
  description: "what it is",
  isRequired: true,
  format: "number",
  value: "{a}",
  isSecret: false,
  default: "1",
  placeholder: "1",
  choices: ["1", "2"],
};
const inputWithVariables = { ...input, variables: { a: input, b: {} } };
const http = {
  type: "streamable-http",
  url: "https://example.com/mcp",
  headers: [{ name: "X", ...inputWithVariables }],
};

/** Every member of every version of the format, each with an allowed value. */
export const everything: object = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "com.example/weather",
  description: "Weather",
  title: "Weather",
  version: "1.0.0",
  status: "active",
  websiteUrl: "https://example.com",
  repository: { url: "https://github.com/example/weather", source: "github", id: "1", subfolder: "src" },
  icons: [{ src: "https://example.com/i.png", mimeType: "image/png", sizes: ["48x48", "any"], theme: "dark" }],
  packages: [
    {
      registryType: "npm",
      registryBaseUrl: "https://registry.npmjs.org",
      identifier: "weather",
      version: "1.0.0",
      fileSha256: "a".repeat(64),
      runtimeHint: "npx",
      transport: { type: "stdio" },
      runtimeArguments: [{ type: "named", name: "--a", isRepeated: true, ...inputWithVariables }],
      packageArguments: [
        { type: "positional", valueHint: "path", isRepeated: false },
        { type: "positional", ...inputWithVariables },
      ],
      environmentVariables: [{ name: "KEY", ...inputWithVariables }],
    },
    { registryType: "oci", identifier: "a/b:1", version: "1", transport: http },
    { registryType: "oci", identifier: "a/b:1", version: "1", transport: { ...http, type: "sse" } },
  ],
  remotes: [
    { ...http, variables: { a: input } },
    { type: "sse", url: "https://example.com/sse" },
  ],
  _meta: {
    "io.modelcontextprotocol.registry/publisher-provided": { tool: "x" },
    "io.modelcontextprotocol.registry/official": { status: "active" },
    "com.example/more": 1,
  },
};

/** The same document with members in the spelling of the first version. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(member),
    ]),
  );
}

/** A copy of the document with one or two things wrong; what is wrong may happen to be allowed. */
export function damaged(document: unknown, random: Below): unknown {
  const copy: unknown = structuredClone(document);
  for (let count = 1 + random(2); count > 0; count--) {
    const places = placesOf(copy);
    const place = places[random(places.length)];
    if (place) damage(place.holder, place.key, random);
  }
  return copy;
}

type Holder = Record<string, unknown>;

function placesOf(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const holder = value as Holder;
    return [{ holder, key }].concat(placesOf(holder[key]));
  });
}

const OTHERS: readonly unknown[] = [
  null,
  7,
  -1.5,
  true,
  "",
  [],
  {},
  ["x"],
  { x: 1 },
  [null],
  [{}],
  { a: { value: 1 } },
];
const WORDS = [
  "stdio streamable-http sse positional named latest active deleted yanked number date light any 48x48 48 image/png",
  "com.example/weather com.example/a/b com.example a/b a_b/c https://example.com http://a ftp://example.com /docs",
  "{a}/mcp https://{host}/mcp https:// mailto:a@b 1.0.0 ^1.0.0 github",
]
  .join(" ")
  .split(" ");
const MEMBERS =
  "type name value valueHint value_hint url headers variables registryType version extra status title".split(" ");

function damage(holder: Holder, key: string, random: Below): void {
  const kinds: (() => void)[] = [
    () => remove(holder, key),
    () => (holder[key] = structuredClone(OTHERS[random(OTHERS.length)])),
    () => (holder[key] = WORDS[random(WORDS.length)]),
    () => (holder[key] = typeof holder[key] === "string" ? "" : holder[key]),
    () => (holder[key] = typeof holder[key] === "string" ? `${holder[key]} \n` : holder[key]),
    () => (holder[key] = typeof holder[key] === "string" ? holder[key].repeat(40) : holder[key]),
    () => (holder[key] = typeof holder[key] === "string" ? holder[key].toUpperCase() : holder[key]),
    () => {
      const target = isHolder(holder[key]) ? holder[key] : holder;
      const member = MEMBERS[random(MEMBERS.length)] ?? "extra";
      if (!Array.isArray(target)) target[member] = WORDS[random(WORDS.length)];
    },
  ];
  kinds[random(kinds.length)]?.();
}

function remove(holder: Holder, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
