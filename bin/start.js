/** Runs `dist/main.js`, and builds it first where it is missing and the compiler is there. */
"use strict";

const { existsSync } = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const main = path.join(__dirname, "..", "dist", "main.js");

/*
 * Threads for files, names and compression. Of the usual four, one share that hangs would take all, and the process would answer
 * nothing any more. It counts before the first of them is used.
 */
process.env.UV_THREADPOOL_SIZE ??= "16";

/*
 * Loading takes a second. Node itself would end as a process that was killed, and as the first process of a container not at all.
 * The program listens for itself as soon as it has something to close.
 */
if (process.argv.includes("serve")) {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(0);
    });
  }
}

void start();

async function start() {
  if (!existsSync(main)) await buildFirst();
  if (existsSync(main)) await import(pathToFileURL(main).href);
}

async function buildFirst() {
  try {
    const { build } = await import("../scripts/build.js");
    await build();
  } catch (error) {
    const why = error.code === "ERR_MODULE_NOT_FOUND" ? "the compiler is not installed" : "building it failed";
    console.error(`tripod is not built yet, and ${why}.`);
    console.error("In its folder, run `npm ci` and then `npm run build`.");
    process.exitCode = 1;
  }
}
