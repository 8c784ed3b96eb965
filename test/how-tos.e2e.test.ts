/**
 * The commands of how-tos, run as they stand there against one demo. What is not run here says why; `UNRUN` may only shrink.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseUrl, programScript } from "./support/command-line.ts";
import { testDatabase } from "./support/database.ts";
import { allShellBlocks, readDocument, runBlocks, type DocReader, type DocRun } from "./support/doc-shell.ts";
import { freePort } from "./support/free-port.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const hasTools = spawnSync("bash", ["-c", "command -v curl openssl"]).status === 0;
const { connection } = await testDatabase({ rooms: ["kit", "registry", "players", "trading"] });

interface Step {
  /** A document, and its blocks, counted from 1. */
  readonly from: string;
  readonly blocks: readonly number[];
  /** What the reader has read in earlier answers, and types for a word of the document. */
  readonly reads?: Readonly<Record<string, readonly [command: string, pattern: RegExp]>>;
  readonly instead?: Readonly<Record<string, string>>;
  /** What the reader sees of it. */
  readonly shows: RegExp;
}

const ID = /^(\S+)/m;

/** In this order: later ones use what earlier ones have made. */
const STEPS: readonly Step[] = [
  { from: "README.md", blocks: [3], shows: /"Name"|"Names"|Players/ },
  { from: "README.md", blocks: [4], shows: /simgamma-btcusdt/ },
  { from: "README.md", blocks: [5], shows: /io\.example\/weather/ },
  { from: "README.md", blocks: [6, 7], shows: /io\.example\/hello/ },
  { from: "docs/registry/publish.md", blocks: [1], shows: /v=MCPv1; k=ed25519; p=\S{44}/ },
  { from: "docs/registry/publish.md", blocks: [3], shows: /"valid":\s?true/ },
  { from: "docs/registry/webhooks.md", blocks: [1], shows: /\S/ },
  { from: "docs/registry/publish.md", blocks: [4, 7, 8], shows: /com\.example\/weather/ },
  { from: "docs/clients.md", blocks: [1], shows: /npm install \S+.*pip install \S+.*in Bruno.*gitlab\.yml/s },
  {
    from: "docs/registry/publish.md",
    blocks: [5],
    // The how-to of clients has written it there.
    instead: { ".github/actions/tripod-publish": ".gitlab/publish" },
    shows: /Wrote 5 files to \S+\.gitlab\/publish\./,
  },
  {
    from: "docs/registry/webhooks.md",
    blocks: [2],
    reads: {
      WEBHOOK: ["registry webhook list", ID],
      DELIVERY: ["registry webhook deliveries", ID],
    },
    shows: /hooks\.example\.com/,
  },
  {
    from: "docs/registry/webhooks.md",
    blocks: [3],
    instead: { $TOKEN: "$ADMIN_TOKEN" },
    shows: /hooks\.example\.com/,
  },
  { from: "docs/registry/operate.md", blocks: [3], shows: /HTTP\/1\.1 20\d/ },
  { from: "docs/registry/operate.md", blocks: [5, 6], shows: /com\.example\/weather|version/ },
  { from: "docs/registry/private-registry.md", blocks: [1], shows: /\S+\.\S+\.\S+/ },
  {
    from: "docs/registry/mirror.md",
    blocks: [5, 6],
    // The demo's database is named in the environment.
    instead: { "TRIPOD_DATA_DIR=./restored npx": "env -u TRIPOD_DATABASE_URL TRIPOD_DATA_DIR=./restored npx" },
    shows: /imported|versions/,
  },
  {
    from: "docs/registry/operate.md",
    blocks: [9],
    reads: { TOKEN_ID: ["registry token list", ID], KEY_ID: ["registry keys list", ID] },
    shows: /\S/,
  },
  { from: "docs/players/operate.md", blocks: [2], shows: /HTTP\/1\.1 20\d/ },
  { from: "docs/players/operate.md", blocks: [3], shows: /^\S{30,}$/m },
  { from: "docs/players/live-events.md", blocks: [2], shows: /Ticket/i },
  {
    from: "docs/players/privacy.md",
    blocks: [1],
    // Without --yes it ends with status 1.
    instead: { "# shows who is meant": "|| true" },
    shows: /76561198000000101/,
  },
  { from: "docs/players/webhooks.md", blocks: [1], shows: /\S/ },
  {
    from: "docs/players/webhooks.md",
    blocks: [3],
    instead: { "NUMBER/TOKEN": "123456789012345678/abcdefghijklmnopqrstuvwxyz" },
    shows: /^/,
  },
  { from: "docs/trading/push.md", blocks: [3], shows: /chart\.js/ },
  { from: "docs/trading/start.md", blocks: [7], shows: /simalpha/ },
  { from: "docs/trading/stop-everything.md", blocks: [1], shows: /wrong balances|resumed|halt/i },
  { from: "docs/secret-key.md", blocks: [1], shows: /\S/ },
];

const SERVES = "starts services for as long as they run, at addresses or in folders of its reader's";
const DEPLOYS = "needs systemd, Docker, Kubernetes or a proxy; tests of test/deploy/ compare it with the program";
const OUTSIDE = "asks servers that are not here";
const SETTINGS = "settings, which other tests compare with those of the program";
const STRANGERS = "strangers-hour.test.ts";

/** Blocks that no test here runs, each with the reason, or the test that runs it. */
const UNRUN: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  "CONTRIBUTING.md": { 1: SERVES },
  "README.md": { 1: SERVES, 2: "runs this test", 8: "needs mcp-publisher", 9: "runs for hours" },
  "docs/backup.md": {
    1: "test/backup/, with folders of its own",
    2: DEPLOYS,
    3: "test/backup/services.e2e.test.ts",
    4: DEPLOYS,
    5: DEPLOYS,
    6: DEPLOYS,
    7: DEPLOYS,
    8: DEPLOYS,
    9: DEPLOYS,
  },
  "docs/clients.md": { 2: DEPLOYS, 3: "write-client.test.ts and python-client.test.ts" },
  "docs/console.md": { 1: SERVES },
  "docs/install.md": {
    1: "package.test.ts",
    2: "README.md has the same",
    3: DEPLOYS,
    4: DEPLOYS,
    5: DEPLOYS,
    6: DEPLOYS,
    7: DEPLOYS,
    8: DEPLOYS,
    9: DEPLOYS,
    10: DEPLOYS,
  },
  "docs/players/live-events.md": { 1: "does not end; stream tests of test/players/ read it" },
  "docs/players/operate.md": { 1: SERVES, 4: "forget-server.test.ts", 5: SERVES },
  "docs/players/privacy.md": { 2: "names a player of its reader" },
  "docs/players/start.md": { 1: STRANGERS, 2: STRANGERS, 3: STRANGERS, 4: STRANGERS, 5: STRANGERS, 6: SETTINGS },
  "docs/players/webhooks.md": { 2: "the same commands as those of the registry, with the join of a player" },
  "docs/registry/mirror.md": { 1: OUTSIDE, 2: OUTSIDE, 3: OUTSIDE, 4: SETTINGS },
  "docs/registry/operate.md": {
    1: SERVES,
    2: "command-line.test.ts",
    4: SERVES,
    7: "test/backup/",
    8: "command-line.test.ts",
  },
  "docs/registry/private-registry.md": { 2: "needs an issuer; sign-in tests of the registry have one", 3: SETTINGS },
  "docs/registry/publish.md": { 2: "needs mcp-publisher", 6: SETTINGS },
  "docs/registry/start.md": { 1: STRANGERS, 2: STRANGERS, 3: STRANGERS, 4: STRANGERS },
  "docs/runbook.md": { 1: "names ports and units of its reader" },
  "docs/trading/alerts.md": { 1: "needs a signed request and a bot" },
  "docs/trading/indicators.md": { 1: "needs a signed request" },
  "docs/trading/no-order-lost.md": { 1: "runs for hours" },
  "docs/trading/news.md": { 1: SERVES, 2: "needs a signed request" },
  "docs/trading/operate.md": { 1: SERVES, 2: SERVES },
  "docs/trading/push.md": { 1: "does not end; push tests follow the same channels", 2: "as the first" },
  "docs/trading/signing.md": { 1: "signed-request.test.ts" },
  "docs/trading/start.md": {
    1: STRANGERS,
    2: STRANGERS,
    3: STRANGERS,
    4: STRANGERS,
    5: "asks for a user of its reader",
    6: "first-strategy.test.ts",
    8: "asks for a user of its reader",
    9: "asks at a prompt",
  },
  "docs/trading/stop-everything.md": { 2: OUTSIDE },
  "docs/trading/tape.md": { 1: "a form of commands, not commands" },
  "docs/trading/webhooks.md": { 1: "needs a signed request" },
  "docs/upgrade.md": { 1: "test/backup/services.e2e.test.ts" },
  "docs/watch.md": { 1: DEPLOYS, 2: SERVES },
  "examples/README.md": { 1: "examples.test.ts", 2: "examples.test.ts", 3: "examples.test.ts" },
};

/** Documents for people who read the repository. */
function documents(): readonly string[] {
  const below = ["docs", "docs/registry", "docs/players", "docs/trading"].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const all = ["README.md", "CONTRIBUTING.md", "examples/README.md", ...below];
  // Its blocks are tables of results and the benchmarks that printed them.
  return all.filter((name) => name.endsWith(".md") && name !== "docs/performance.md");
}

test("every command of a how-to is run, or says why not", async () => {
  const open: string[] = [];
  const known = new Set(STEPS.flatMap(({ from, blocks }) => blocks.map((block) => `${from} ${block}`)));
  for (const [from, reasons] of Object.entries(UNRUN))
    for (const block of Object.keys(reasons)) known.add(`${from} ${block}`);
  for (const from of documents()) {
    const blocks = allShellBlocks(await readDocument(from));
    for (const at of blocks.keys()) if (!known.delete(`${from} ${at + 1}`)) open.push(`${from} ${at + 1}`);
  }
  expect({ open, gone: [...known] }).toEqual({ open: [], gone: [] });
});

describe.skipIf(!hasTools)("a reader with the demo", () => {
  let demo: DocRun | undefined;
  let reader: DocReader;

  async function ask(command: string): Promise<string> {
    const { answers } = await runBlocks([`npx tripod ${command}\n`], reader);
    return answers[0] ?? "";
  }

  afterAll(async () => {
    await demo?.stop();
    await reader?.folder.remove();
  });

  beforeAll(async () => {
    const folder = await temporaryFolder("tripod-how-tos-");
    const port = String(await freePort());
    const env = {
      HOME: folder.path,
      NO_COLOR: "1",
      TRIPOD_PORT: port,
      TRIPOD_ADMIN_PORT: "0",
      TRIPOD_DATABASE_URL: databaseUrl(connection),
    };
    const main = programScript();
    const instead = { "127.0.0.1:8080": `127.0.0.1:${port}` };
    reader = { folder, main, env, instead, copies: {} };
    demo = await runBlocks(["npx tripod serve all --demo\n"], reader);
    const document = {
      name: "com.example/weather",
      description: "Tells the weather.",
      version: "1.2.0",
      remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
    };
    await writeFile(join(folder.path, "server.json"), JSON.stringify(document));
    const patterns = "'io.example/*' 'com.example/*'";
    const TOKEN = (await ask(`registry token --publish ${patterns} --edit ${patterns} --ttl 1h`)).trim();
    const ADMIN_TOKEN = (await ask("registry token --admin --ttl 1h")).trim();
    const KEY = (await ask("players key create --name reader --scope history")).trim();
    reader = { ...reader, env: { ...demo.env, TOKEN, ADMIN_TOKEN, KEY } };
  });

  test.each(STEPS.map((step) => [`${step.from} ${step.blocks.join(", ")}`, step] as const))(
    "runs %s",
    async (_, step) => {
      const blocks = allShellBlocks(await readDocument(step.from));
      const instead: Record<string, string> = { ...reader.instead, ...step.instead };
      for (const [word, [command, pattern]] of Object.entries(step.reads ?? {})) {
        const [, found] = pattern.exec(await ask(command)) ?? [];
        if (found === undefined) throw new Error(`${command} does not show what to type for ${word}`);
        instead[word] = found;
      }
      // In one terminal: later blocks use the variables of earlier ones.
      const typed = step.blocks.map((at) => blocks[at - 1] ?? "").join("\n");
      const { answers } = await runBlocks([typed], { ...reader, instead });
      expect(answers[0]).toMatch(step.shows);
    },
  );
});
