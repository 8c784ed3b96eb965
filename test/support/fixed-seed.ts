/**
 * Property tests try the same cases in every run: a suite that draws new ones fails for changes that are not to blame. New
 * cases are for `npm run soak -- samples`, which draws a seed and says it.
 */
import { configureGlobal } from "fast-check";
import { SEED } from "./seed.ts";

configureGlobal({ seed: SEED });
