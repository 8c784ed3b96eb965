/** The Bruno collection: every operation once, and a script that signs. */
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { tradingWorld } from "../support/trading-world.ts";

const FOLDER = fileURLToPath(new URL("../../clients/bruno", import.meta.url));
const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".bru"));
const requests = files
  .filter((file) => !/(?:folder|demo)\.bru$/.test(file))
  .map((file) => readFileSync(join(FOLDER, file), "utf8"));

test("the collection has every path of the three services", () => {
  const listed = readFileSync(new URL("../../docs/generated/endpoints.txt", import.meta.url), "utf8");
  const paths = new Set([...listed.matchAll(/^\w+ +\w+ +(\S+)/gm)].map(([, path]) => path));
  const shown = new Set(requests.map((text) => /url: \{\{baseUrl\}\}(\S+)/.exec(text)?.[1]));
  expect([...paths].filter((path) => !shown.has(path))).toEqual([]);
  expect([...shown].filter((path) => !paths.has(path))).toEqual([]);
});

test("every JSON body can be read", () => {
  const bodies = requests.flatMap((text) => /^body:json \{\n([^]*?)\n\}$/m.exec(text)?.[1] ?? []);
  expect(bodies.length).toBeGreaterThan(100);
  for (const body of bodies) expect(() => JSON.parse(body) as unknown, body).not.toThrow();
});

test("the script of the trading folder signs so that the platform lets the key in", async () => {
  const world = await tradingWorld();
  const { key, uid } = await world.person();
  const text = readFileSync(join(FOLDER, "trading/folder.bru"), "utf8");
  const script = /^script:pre-request \{\n([^]*?)\n\}$/m.exec(text)?.[1] ?? "";
  let headers: Record<string, string> = {};
  const values: Record<string, string> = { tradingKey: key.key, tradingSecret: key.secret };
  const sandbox = {
    bru: {
      interpolate: (template: string) => template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ""),
    },
    req: { setHeader: (name: string, value: string) => void (headers[name] = value) },
    require: () => cryptoJs,
  };
  runInNewContext(script, { ...sandbox });
  const { status, json } = await world.ask("GET", "user/account-details", { headers });
  expect([status, json.meta.uid]).toEqual([200, uid]);

  // Without a key it sends none, so that public operations answer.
  headers = {};
  values["tradingKey"] = "";
  runInNewContext(script, { ...sandbox });
  expect(headers).toEqual({});
});

/** What the script uses of crypto-js. */
const cryptoJs = {
  enc: {
    Utf8: { parse: (text: string) => Buffer.from(text) },
    Base64: { stringify: (bytes: Buffer) => bytes.toString("base64") },
  },
  HmacSHA256: (text: string, secret: string) => createHmac("sha256", secret).update(text).digest(),
};
