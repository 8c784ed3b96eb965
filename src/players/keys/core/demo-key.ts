/** The key of the invented cluster of `--demo`; it opens nothing else, ever. */
export const DEMO_KEY = "demo";

/** Its id among keys, which are stored under others. */
export const DEMO_KEY_ID = "guest";
