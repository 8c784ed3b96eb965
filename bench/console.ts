/**
 * How soon the console is seen, and how soon it answers a hand: the demo as `tripod serve all --demo` runs it, in Chromium.
 * Paints are compared with those of a page that holds nothing but a heading, of the same run and in turns. Prints a table;
 * asserts nothing.
 *
 *   npm run bench -- console [paint] [slow] [lists] [players]
 *
 * `players` puts a million players into a database first, and is measured only where it is named.
 */
import { cpus, loadavg } from "node:os";
import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { bareAddress, type BarePage, barePage } from "./console/bare-page.ts";
import { measureLists } from "./console/lists.ts";
import { FAST, measurePaints, SLOW, SLOW_AND_FAR } from "./console/paints.ts";
import { measureManyPlayers } from "./console/many-players.ts";
import { startProgram } from "./http/program.ts";

const CHROMIUM = "/usr/bin/chromium";

const asked = process.argv.slice(2);
const wants = (part: string): boolean => asked.includes(part) || (asked.length === 0 && part !== "players");

if (existsSync(CHROMIUM)) await bench();
else {
  say(`This measures in Chromium, which is not at ${CHROMIUM}.`);
  process.exitCode = 1;
}

async function bench(): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const load = (loadavg()[0] ?? 0).toFixed(1);
  say(
    `Node ${process.version}, Chromium ${browser.version()}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load} at the start\n`,
  );
  const bare = await barePage();
  try {
    if (["paint", "slow", "lists"].some(wants)) await measureDemo(browser, bare);
    if (wants("players")) await measureManyPlayers(browser, report);
  } finally {
    bare.close();
    await browser.close();
  }
}

async function measureDemo(browser: Browser, bare: BarePage): Promise<void> {
  const folder = await temporaryFolder("tripod-bench-");
  const options = ["--demo"];
  const program = await startProgram({
    service: "all",
    dataDir: folder.path,
    settings: {},
    firstPath: "/ready",
    options,
  });
  const origin = `http://127.0.0.1:${program.port}`;
  const compared = { browser, origin, bare: bareAddress(bare), report };
  try {
    if (wants("paint")) await measurePaints({ ...compared, line: FAST });
    if (wants("slow")) {
      await measurePaints({ ...compared, line: SLOW });
      await measurePaints({ ...compared, line: SLOW_AND_FAR });
    }
    if (wants("lists")) await measureLists(browser, origin, report);
  } finally {
    await program.stop();
    await folder.remove();
  }
}

function report(what: string, result: string, goal = ""): void {
  say(`${what.padEnd(62)} ${result.padEnd(44)} ${goal}`.trimEnd());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
