/** The program that shows an OpenAPI document in a browser, from its npm package. */
import { once } from "node:events";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** The package keeps the program in a module for Fastify, and answers it where that is mounted. */
const IN_THREAD = `
const { parentPort, workerData } = require("node:worker_threads");
(async () => {
  const [{ default: fastify }, { default: scalar }] = await Promise.all(workerData.map((address) => import(address)));
  const app = fastify();
  await app.register(scalar, { routePrefix: "/docs", configuration: { content: "{}" } });
  const { statusCode, rawPayload } = await app.inject({ method: "GET", url: "/docs/js/scalar.js" });
  if (statusCode !== 200) throw new Error("the program of the documents was answered with " + statusCode);
  parentPort.postMessage(rawPayload);
  await app.close();
})();
`;

/**
 * The program, 4 MB of JavaScript that leave `Scalar` in a global name.
 *
 * A thread of its own loads the package: here it would hold up every other request for a fifth of a second, and keep 80
 * MB for good.
 */
export async function loadDocsScript(): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const workerData = ["fastify", "@scalar/fastify-api-reference"].map((name) => pathToFileURL(resolve(name)).href);
  const thread = new Worker(IN_THREAD, { eval: true, workerData });
  // What fails after the message concerns no caller.
  thread.on("error", () => {});
  // Rejects with the thread's own error, where it fails before.
  const [program] = (await once(thread, "message")) as [Uint8Array];
  return Buffer.from(program);
}
