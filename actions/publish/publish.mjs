#!/usr/bin/env node
/**
 * Publishes server documents from a job of GitHub Actions or GitLab CI: logs in with the job's own id token, checks them,
 * and publishes what is not published yet. It needs Node 20 and no packages.
 *
 * Settings are environment variables: `REGISTRY_URL`, `SERVER_FILES` (one path a line), `AUDIENCE`, `DRY_RUN`,
 * `REGISTRY_TOKEN` (in place of an id token) and, in GitLab, `REGISTRY_ID_TOKEN` and `QUALITY_REPORT` (where to write one).
 */
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { placesOf } from "./places.mjs";

const TIMEOUT_MS = 60_000;
const TRIES = 5;
const LONGEST_WAIT_S = 60;
const inGithub = process.env["GITHUB_ACTIONS"] === "true";

/** What was found, for the exit code and GitLab's report. */
const findings = [];

/** An error that ends the job with one sentence. */
class Refused extends Error {}

try {
  await main();
} catch (error) {
  report({ severity: "error", message: error instanceof Refused ? error.message : `${error?.message ?? error}` });
}
writeQualityReport();
process.exitCode = findings.some(({ severity }) => severity === "error") ? 1 : 0;

async function main() {
  const base = registryUrl();
  const documents = setting("SERVER_FILES", "server.json")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readDocument);
  const isDryRun = setting("DRY_RUN", "false") === "true";
  // A registry with private reads checks documents for holders of a token alone.
  const login = isDryRun ? await tryLogIn(base) : { token: await logIn(base) };
  for (const document of documents) if (document.value) await validate(base, login, document);
  if (findings.some(({ severity }) => severity === "error")) return;
  if (isDryRun) {
    say(`${documents.length} valid. Nothing was published.`);
    return;
  }
  const published = [];
  for (const document of documents) {
    const done = await publish(base, login, document);
    if (done) published.push(done);
  }
  tellOutputs(published);
}

function registryUrl() {
  const text = setting("REGISTRY_URL", "");
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Refused("`registry` must be the http or https address of a registry");
  }
  return text.replace(/\/$/, "");
}

/** @returns the document with its text; without a `value` when it is not a JSON object, which is reported. */
function readDocument(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Refused(`${file} cannot be read (${error.code})`);
  }
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { file, text, value };
    report({ severity: "error", file, ...placesOf(text)(""), message: "must be a JSON object" });
  } catch (error) {
    const at = /at position (\d{1,9})/.exec(error.message)?.[1];
    const line = at === undefined ? 1 : text.slice(0, Number(at)).split("\n").length;
    report({ severity: "error", file, line, message: `is not JSON: ${error.message}` });
  }
  return { file, text };
}

async function validate(base, login, { file, text, value }) {
  const answer = await call(`${base}/v0.1/validate`, {
    method: "POST",
    headers: bearerOf(login),
    body: JSON.stringify(value),
  });
  if (answer.status !== 200) {
    const withoutLogin = answer.status === 401 && login.refusal ? ` ${login.refusal}` : "";
    throw new Refused(`${file} could not be checked: ${errorOf(answer)}${withoutLogin}`);
  }
  const places = placesOf(text);
  for (const { path, message, severity } of answer.json.issues) {
    report({ severity, file, ...places(path), message: path ? `${path}: ${message}` : message });
  }
}

/** A login for a check, which most registries make for strangers too: with why there is none where it is refused. */
async function tryLogIn(base) {
  try {
    return { token: await logIn(base) };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message };
    throw error;
  }
}

function bearerOf({ token }) {
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** A registry token for this job. */
async function logIn(base) {
  const given = setting("REGISTRY_TOKEN", "");
  if (given !== "") return given;
  const [path, idToken] = inGithub ? ["github-oidc", await githubIdToken()] : ["oidc", gitlabIdToken()];
  const answer = await call(`${base}/v0.1/auth/${path}`, {
    method: "POST",
    body: JSON.stringify({ oidc_token: idToken }),
  });
  if (answer.status !== 200) throw new Refused(`The registry refused the login of this job: ${errorOf(answer)}`);
  const token = answer.json.registry_token;
  if (inGithub) say(`::add-mask::${escaped(token)}`);
  return token;
}

async function githubIdToken() {
  const [url, bearer] = [process.env["ACTIONS_ID_TOKEN_REQUEST_URL"], process.env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]];
  if (!url || !bearer)
    throw new Refused(
      "This job may not ask for an id token: add `permissions: id-token: write` to it, or `token` to the step",
    );
  const asked = new URL(url);
  asked.searchParams.set("audience", setting("AUDIENCE", "mcp-registry"));
  const answer = await call(asked.href, { headers: { authorization: `Bearer ${bearer}` } });
  if (answer.status !== 200) throw new Refused(`GitHub gave no id token: HTTP ${answer.status}`);
  return answer.json.value;
}

function gitlabIdToken() {
  const token = setting("REGISTRY_ID_TOKEN", "");
  if (token === "") {
    throw new Refused(
      "REGISTRY_ID_TOKEN is empty: give this job an entry of that name in `id_tokens`, or a variable REGISTRY_TOKEN",
    );
  }
  return token;
}

/** @returns what is published now; undefined where it was refused, which is reported. */
async function publish(base, login, { file, value }) {
  const { name, version } = value;
  const url = `${base}/v0.1/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`;
  const answer = await call(`${base}/v0.1/publish`, {
    method: "POST",
    headers: bearerOf(login),
    body: JSON.stringify(value),
  });
  if (answer.status === 200) {
    say(`Published ${plain(`${name} ${version}`)}.`);
    return { name, version, url };
  }
  // A job that is run again, or whose first answer was lost, finds its own publication.
  const there = answer.status === 400 ? await call(url, { headers: bearerOf(login) }) : undefined;
  if (there?.status === 200 && isDeepStrictEqual(withoutEmpty(there.json.server), withoutEmpty(value))) {
    say(`${plain(`${name} ${version}`)} is published already, with this document.`);
    return { name, version, url };
  }
  const other = `${name} ${version} is published already, with another document: give this one a new version`;
  report({ severity: "error", file, line: 1, message: there?.status === 200 ? other : errorOf(answer) });
  return undefined;
}

/** A document without its empty members, which registries leave out: `$schema`, `repository` and `_meta`. */
function withoutEmpty({ $schema, repository, _meta, ...rest } = {}) {
  return {
    ...rest,
    ...($schema ? { $schema } : {}),
    ...(repository?.url || repository?.source ? { repository } : {}),
    ...(_meta && Object.keys(_meta).length > 0 ? { _meta } : {}),
  };
}

/** Sends a request, again where the answer was lost or the server asks to wait. */
async function call(url, { method = "GET", headers = {}, body }) {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(url, {
      method,
      headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}), ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    const waits = answer.status === 0 || answer.status === 429 || answer.status === 503;
    if (!waits || attempt === TRIES) return answer;
    await setTimeout(1_000 * Math.min(answer.retryAfter ?? 2 ** attempt, LONGEST_WAIT_S));
  }
}

/** One request. Status 0 stands for an answer that did not come. */
async function send(url, request) {
  try {
    const response = await fetch(url, request);
    const text = await response.text();
    const retryAfter = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
    return {
      status: response.status,
      json: asJson(text),
      ...(retryAfter > 0 ? { retryAfter } : {}),
    };
  } catch (error) {
    return { status: 0, json: { error: `${new URL(url).host} does not answer (${error.cause?.code ?? error.name})` } };
  }
}

function asJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function errorOf({ status, json }) {
  return typeof json?.error === "string" ? json.error : `HTTP ${status}`;
}

function setting(name, otherwise) {
  const value = process.env[name]?.trim();
  return value ? value : otherwise;
}

/** Tells of a problem where people look: beside the line in GitHub, in the log and the report in GitLab. */
function report({ severity, file, line, column, message }) {
  findings.push({ severity, file, line, message });
  if (!inGithub) {
    say(`${severity}: ${file === undefined ? "" : `${plain(file)}:${line}: `}${plain(message)}`);
    return;
  }
  const level = { error: "error", warning: "warning" }[severity] ?? "notice";
  const place = Object.entries({ file, line, col: column })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapedProperty(`${value}`)}`);
  say(`::${level} ${place.join(",")}::${escaped(message)}`);
}

/** The report that GitLab shows in merge requests, where the job asks for one. */
function writeQualityReport() {
  const path = setting("QUALITY_REPORT", "");
  if (path === "") return;
  const issues = findings.map(({ severity, file = "server.json", line = 1, message }) => ({
    description: message,
    check_name: "server-document",
    fingerprint: createHash("sha256").update(`${file}\n${line}\n${message}`).digest("hex"),
    severity: { error: "major", warning: "minor" }[severity] ?? "info",
    location: { path: file, lines: { begin: line } },
  }));
  writeFileSync(path, JSON.stringify(issues));
}

function tellOutputs(published) {
  const { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary } = process.env;
  if (output) appendFileSync(output, `published=${JSON.stringify(published)}\n`);
  if (summary && published.length > 0) {
    appendFileSync(summary, published.map(({ name, version }) => `- \`${name}\` ${version}\n`).join(""));
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

/** One line without control characters, so that no text of a document or a registry becomes a command of the log. */
function plain(text) {
  return text.replaceAll(/\p{Cc}/gu, " ").replaceAll("::", ": :");
}

/** GitHub's escapes for the message of a workflow command. */
function escaped(text) {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text) {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
