/**
 * A site that shows who is online, live, without packages.
 *
 *   TRIPOD_KEY=demo node server.js
 *
 * The lookup's key stays here. Browsers get the list from this server, and read the events from the lookup with a ticket.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const KEY = process.env["TRIPOD_KEY"];
const LOOKUP = (process.env["TRIPOD_URL"] || "http://127.0.0.1:8080").replace(/\/$/, "");
// Where browsers reach the lookup, if that is another address.
const PUBLIC_LOOKUP = (process.env["PUBLIC_TRIPOD_URL"] || LOOKUP).replace(/\/$/, "");
const PORT = Number(process.env["PORT"] || 8090);
/** For so long visitors share one answer of the lookup. */
const FRESH_MS = 1_000;
const HEADERS = {
  "content-security-policy": `default-src 'none'; script-src 'self'; connect-src 'self' ${new URL(PUBLIC_LOOKUP).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
const routes = {
  "GET /": () => file("index.html", "text/html; charset=utf-8"),
  "GET /page.js": () => file("page.js", "text/javascript; charset=utf-8"),
  "GET /online": async () => ({ type: "application/json", body: await online() }),
  "POST /ticket": async () => {
    const { Ticket } = JSON.parse(await ask("POST", "/Online/Events/Ticket"));
    return {
      type: "application/json",
      body: JSON.stringify({ url: `${PUBLIC_LOOKUP}/Online/Events?ticket=${Ticket}` }),
    };
  },
};

let [list, readAt] = [Promise.resolve(""), 0];
function online() {
  if (Date.now() - readAt > FRESH_MS) [list, readAt] = [ask("GET", "/Online"), Date.now()];
  return list;
}

async function file(name, type) {
  return { type, body: await readFile(new URL(name, import.meta.url)) };
}

async function ask(method, path) {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(LOOKUP + path, { method, headers: { authorization: KEY }, signal });
  if (!response.ok) throw new Error(`${method} ${path} is answered ${response.status}`);
  return response.text();
}

async function respond(request, response) {
  const { status, type, body } = await answer(request);
  response.writeHead(status, { ...HEADERS, "content-type": type }).end(body);
}

async function answer({ method, url }) {
  const route = routes[`${method} ${url}`];
  if (!route) return { status: 404, type: "text/plain", body: "Not found" };
  try {
    return { status: 200, ...(await route()) };
  } catch (error) {
    // The visitor learns that it failed, the operator why.
    console.error(`The lookup at ${LOOKUP} does not serve: ${error.message}`);
    return { status: 502, type: "text/plain", body: "The lookup does not answer" };
  }
}

if (!KEY) {
  console.error("Set TRIPOD_KEY to a key of the lookup: see ../../README.md.");
  process.exit(1);
}
const server = createServer((request, response) => void respond(request, response));
server.on("error", ({ message }) => {
  console.error(`The site cannot start: ${message}`);
  process.exitCode = 1;
});
server.listen(PORT, "127.0.0.1", () => console.log(`The site is at http://127.0.0.1:${server.address().port}`));
