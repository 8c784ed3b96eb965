#!/usr/bin/env node
/* The `tripod` command. Old versions of Node must be able to read this file, so that they can say that they are old. */
"use strict";

require("./need-node.js");
require("./start.js");
