/** A Bruno collection: one request for each operation, with the example that the reference shows. */
import { areasOf, type Api, type Operation, type Parameter } from "../api.ts";
import { resolved } from "../paging.ts";
import { SIGN_REQUEST } from "./sign-request.ts";

/** By path below the folder of the collection. */
export function renderBruno(apis: readonly Api[]): Record<string, string> {
  const files: Record<string, string> = {
    "bruno.json": `${JSON.stringify({ version: "1", name: "Tripod", type: "collection" }, null, 2)}\n`,
    "environments/demo.bru": environmentText(),
  };
  for (const [at, api] of apis.entries()) {
    files[`${api.service}/folder.bru`] = folderText(api, at + 1);
    for (const [area, operations] of areasOf(api)) {
      files[`${api.service}/${area}/folder.bru`] = block("meta", [`name: ${area}`]);
      for (const [place, operation] of operations.entries()) {
        files[`${api.service}/${area}/${operation.name}.bru`] = requestText(api, operation, place + 1);
      }
    }
  }
  return files;
}

/** The services of `npm start`. Secrets are asked for by Bruno, and are not written to the file. */
function environmentText(): string {
  const values = ["baseUrl: http://127.0.0.1:8080", "playersKey: demo"];
  const secrets = ["registryToken", "tradingKey", "tradingSecret"];
  return `${block("vars", values)}\nvars:secret [\n${secrets.map((name) => `  ${name}`).join(",\n")}\n]\n`;
}

function folderText({ service, title }: Api, place: number): string {
  const head = block("meta", [`name: ${title}`, `seq: ${place}`]);
  if (service === "trading") {
    return `${head}\nauth {\n  mode: none\n}\n\nscript:pre-request {\n${indented(SIGN_REQUEST)}\n}\n`;
  }
  const [name, value] =
    service === "players" ? ["Authorization", "{{playersKey}}"] : ["Authorization", "Bearer {{registryToken}}"];
  // Without a token the registry must get no header: public reads need none.
  const script = `const value = bru.interpolate("${value}").trim();\nif (!/^(?:Bearer)?$|\\{\\{/.test(value)) req.setHeader("${name}", value);`;
  return `${head}\nauth {\n  mode: none\n}\n\nscript:pre-request {\n${indented(script)}\n}\n`;
}

function requestText(api: Api, operation: Operation, place: number): string {
  const { method, path, summary, description, parameters, body, example, effect } = operation;
  const inBody = parameters.filter((each) => each.in === "body");
  const hasJson = body === "document" || (api.service === "trading" && method !== "GET");
  const kind = body === "text" ? "text" : hasJson && (inBody.length > 0 || body !== undefined) ? "json" : "none";
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ":$1")}`;
  const blocks = [
    block("meta", [`name: ${oneLine(summary)}`, "type: http", `seq: ${place}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${kind}`, "auth: inherit"]),
    paramsText("query", parameters, api),
    paramsText("path", parameters, api),
    ...(effect === "change" ? [block("headers", ["Idempotency-Key: {{$guid}}"])] : []),
    kind === "json"
      ? `body:json {\n${indented(JSON.stringify(example ?? sampleOf(operation, api), null, 2))}\n}\n`
      : "",
    kind === "text" ? `body:text {\n${indented(typeof example === "string" ? example : "text")}\n}\n` : "",
    `docs {\n${indented([`${summary}.`, description, ...inBody.map(describedParameter)].filter(Boolean).join("\n\n"))}\n}\n`,
  ];
  return blocks.filter(Boolean).join("\n");
}

/** Those that may be left out are there, switched off. */
function paramsText(place: "query" | "path", parameters: readonly Parameter[], api: Api): string {
  const rows = parameters
    .filter((each) => each.in === place)
    .map((each) => `${each.required ? "" : "~"}${each.name}: ${String(sampleValue(each, api))}`);
  return rows.length > 0 ? block(`params:${place}`, rows) : "";
}

function sampleOf({ parameters, body }: Operation, api: Api): unknown {
  if (body === "document") return {};
  const needed = parameters.filter(({ required, in: place }) => required && place === "body");
  return Object.fromEntries(needed.map((each) => [each.name, sampleValue(each, api)]));
}

function sampleValue({ schema }: Parameter, api: Api): unknown {
  const { default: usual, enum: values, type, minimum } = resolved(schema, api.schemas);
  if (usual !== undefined) return usual;
  if (values) return values[0];
  if (type === "integer" || type === "number") return minimum ?? 1;
  return type === "boolean" ? true : type === "array" ? [] : "";
}

function describedParameter({ name, required, description, schema }: Parameter): string {
  const said = description ?? schema.description;
  return `- \`${name}\`${required ? " (needed)" : ""}${said === undefined ? "" : `: ${oneLine(said)}`}`;
}

function block(name: string, rows: readonly string[]): string {
  return `${name} {\n${rows.map((row) => `  ${row}\n`).join("")}}\n`;
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
