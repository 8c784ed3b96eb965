/* Ends in one sentence on a Node that is too old. Written so that every Node can read it. */
/* oxlint-disable eslint/no-var -- old Node reads this */
"use strict";

var NEEDED = [20, 19];
var found = process.versions.node.split(".");
var major = Number.parseInt(found[0], 10);
var minor = Number.parseInt(found[1], 10);

if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    "error: Tripod needs Node " +
      NEEDED.join(".") +
      " or later, and this is Node " +
      process.versions.node +
      ". " +
      "Install a later one: https://nodejs.org/en/download",
  );
  process.exit(1);
}
