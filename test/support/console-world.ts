/** The demo of the product as a process, and its console in Chromium. One of each for a test file. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { databaseUrl } from "./command-line.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { testDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { PATIENCE_MS, waitUntil } from "./wait-until.ts";

const CHROMIUM = "/usr/bin/chromium";
const ROOT = join(import.meta.dirname, "..", "..");
const ROOMS = ["kit", "registry", "players", "trading"];

/** Without it, tests of pages are skipped. */
export const hasChromium = existsSync(CHROMIUM);

export interface Shown {
  readonly dark?: boolean;
  /** 390 x 844, and a finger. */
  readonly phone?: boolean;
}

export interface ConsoleWorldOptions {
  /** One service, or all. */
  readonly services?: string;
  /** Puts something into the database before the demo begins. */
  readonly fill?: (db: Database) => Promise<void>;
}

export interface ConsoleWorld {
  readonly url: string;
  /** Keys, names and passwords that the demo made, by name. */
  readonly made: ReadonlyMap<string, string>;
  /** Opens a page in a new browser profile. When the test ends, it fails for every error, and for requests to other hosts. */
  open(path: string, shown?: Shown): Promise<Page>;
  /** Another page of the same profile: it is signed in where that one is. */
  openBeside(page: Page, path: string): Promise<Page>;
  /**
   * Runs a command of the program beside the server, and answers what it wrote.
   *
   * @param more settings, beside those of the server
   */
  command(args: readonly string[], more?: Readonly<Record<string, string>>): string;
  /** Ends the server at once, as a crash does; `restart` brings it back at the same address, with settings changed. */
  kill(): Promise<void>;
  restart(more?: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * Starts the demo, of some services or all. Call it at the top level of a test file.
 *
 * @param settings of the process, beside the database, the port and the folder
 * @param otherHosts to which pages may lead, such as a login's
 */
export async function consoleWorld(
  { services = "all", fill }: ConsoleWorldOptions = {},
  settings: Readonly<Record<string, string>> = {},
  otherHosts: readonly string[] = [],
): Promise<ConsoleWorld> {
  if (!hasChromium) return NOT_HERE;
  const { connection, db } = await testDatabase({ rooms: ROOMS });
  await fill?.(db);
  const folder = await temporaryFolder("tripod-console-");
  const port = settings["TRIPOD_PORT"] ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"] ?? "",
    TRIPOD_DATABASE_URL: databaseUrl(connection),
    TRIPOD_DATA_DIR: folder.path,
    TRIPOD_PORT: String(port),
    TRIPOD_ADMIN_PORT: "0",
    TRIPOD_LOG_FORMAT: "json",
    NO_COLOR: "1",
    ...settings,
  };
  spawnSync(process.execPath, [join(ROOT, "scripts", "build.js"), "--quiet"], { stdio: "inherit" });
  const told: string[] = [];
  let child = await start();
  let browser: Browser | undefined;
  afterAll(async () => {
    await browser?.close();
    await end("SIGTERM");
    await folder.remove();
  });

  async function start() {
    const started = spawn(process.execPath, [join(ROOT, "bin", "tripod.js"), "serve", services, "--demo"], {
      cwd: folder.path,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (text) => told.push(String(text)));
    await waitUntil(async () => {
      if (started.exitCode !== null) throw new Error(`the demo ended: ${told.join("").slice(-2_000)}`);
      const { ok } = await fetch(`${url}/ready`);
      expect(ok).toBe(true);
    });
    return started;
  }

  async function end(how: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "close");
    child.kill(how);
    await ended;
  }

  async function watched(page: Page): Promise<Page> {
    page.setDefaultTimeout(PATIENCE_MS);
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => {
      // A server's refusal, or its absence, is shown on the page; browsers write it into their log as well.
      const isRefusal = /^(?:Failed to load resource|WebSocket connection to )/.test(message.text());
      if ((message.type() === "error" && !isRefusal) || message.text().includes("Security Policy")) {
        problems.push(message.text());
      }
    });
    page.on("request", (request) => {
      const address = request.url();
      const isOurs =
        [url, ...otherHosts].some((each) => address.startsWith(each)) || address.startsWith(url.replace("http", "ws"));
      if (!isOurs && !/^(?:data|blob|about):/.test(address)) problems.push(`asked for ${address}`);
    });
    onTestFinished(() => expect(problems).toEqual([]));
    return page;
  }

  return {
    url,
    made: madeIn(told),
    async open(path, { dark = false, phone = false } = {}) {
      browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
      const context = await browser.newContext({
        colorScheme: dark ? "dark" : "light",
        viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
        hasTouch: phone,
        locale: "en-GB",
      });
      onTestFinished(async () => {
        // A route that still waits for its answer would lose it, and fail, when the context goes. A context's routes
        // and those of its pages are separate.
        const routed = [context, ...context.pages()];
        await Promise.all(routed.map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
        await context.close();
      });
      const page = await watched(await context.newPage());
      await page.goto(`${url}${path}`);
      return page;
    },
    async openBeside(page, path) {
      const beside = await watched(await page.context().newPage());
      await beside.goto(`${url}${path}`);
      return beside;
    },
    command(args, more = {}) {
      const ran = spawnSync(process.execPath, [join(ROOT, "bin", "tripod.js"), ...args], {
        cwd: folder.path,
        env: { ...env, ...more },
        encoding: "utf8",
      });
      expect(ran.status, ran.stderr).toBe(0);
      return ran.stdout;
    },
    kill: () => end("SIGKILL"),
    async restart(more = {}) {
      Object.assign(env, more);
      await end("SIGTERM");
      child = await start();
    },
  };
}

/** Its tests are skipped. */
const NOT_HERE: ConsoleWorld = {
  url: "",
  made: new Map(),
  open: () => Promise.reject(new Error("Chromium is not installed")),
  openBeside: () => Promise.reject(new Error("Chromium is not installed")),
  command: () => "",
  kill: () => Promise.resolve(),
  restart: () => Promise.resolve(),
};

/** The credentials that `--demo` shows once: `Made for you by --demo, shown this once: name value, name value`. */
function madeIn(told: readonly string[]): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const [, line = ""] of told.join("").matchAll(/^Made for you by --demo, shown this once: (.+)$/gm)) {
    for (const each of line.split(", ")) {
      const at = each.lastIndexOf(" ");
      made.set(each.slice(0, at), each.slice(at + 1));
    }
  }
  return made;
}

/** The issues that axe-core rates serious or worse, on the page as it is shown now. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // As a browser's extension would: the policy keeps scripts of others out of the page itself.
  const tools = await page.context().newCDPSession(page);
  await tools.send("Runtime.evaluate", { expression: `${axe.source};0` });
  const found = await page.evaluate<{ violations: readonly Violation[] }>("axe.run(document)");
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("\n  ")}`);
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Whether the page is wider than its window, so that it would have to be moved sideways. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth");
}
