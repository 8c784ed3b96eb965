/** What opens the invented cluster of `--demo`, and nothing else ever. */
export const DEMO_KEY = "demo";
