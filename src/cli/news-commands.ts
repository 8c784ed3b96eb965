/** `tripod trading news ...`: what sources of news give. It needs no database. */
import type { TripodCommand } from "./tripod-command.ts";

/** Adds the commands to `tripod trading`. */
export function addNewsCommands(trading: TripodCommand): void {
  trading
    .command("news")
    .description("the sources of news")
    .command("doctor")
    .description("ask each source once, and tell what it gives")
    .option("--source <name>", "this one alone")
    .option("--json", "print it as JSON", false)
    .exits(0, "every source gives articles")
    .exits(1, "a source gives none, or is unknown")
    .action(async (options: { source?: string; json: boolean }) => {
      const { examineNews } = await import("./trading/news.ts");
      await examineNews(options);
    });
}
