/** `tripod trading news ...`: what sources of news give. It needs no database. */
import type { Command } from "commander";

/** Adds the commands to `tripod trading`. */
export function addNewsCommands(trading: Command): void {
  trading
    .command("news")
    .description("the sources of news")
    .command("doctor")
    .description("ask each source once, and tell what it gives; exits with 1 where one gives nothing")
    .option("--source <name>", "this one alone")
    .action(async (options: { source?: string }) => {
      const { examineNews } = await import("./trading/news.ts");
      await examineNews(options);
    });
}
