import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**"],
    globalSetup: ["test/support/global-setup.ts"],
    pool: "forks",
    // Most files import the whole product; they leave nothing behind in it that another one would notice.
    isolate: false,
    // One more than the cores of a small machine: some files mostly wait for processes that they started.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
