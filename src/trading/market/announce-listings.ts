/** Writes down what an exchange began and ceased to trade, as announcements. */
import type { Log } from "../../kit/log/log.ts";
import type { ListingChange } from "./listing-table.ts";
import type { ExchangeAnnouncementStore, NewExchangeAnnouncement } from "./store.ts";
import type { Listing } from "./view.ts";

const NAMED = 5;
const MAX_CODES = 1_000;

export interface AnnounceOptions {
  readonly announcements: Pick<ExchangeAnnouncementStore, "recordAnnouncement">;
  readonly nameOf: (exchange: string) => string;
  readonly nowMs: () => number;
  readonly log: Pick<Log, "warn">;
}

/** Answers what is to be called with every change. A failure is logged: the listings themselves say the same. */
export function announceListings(options: AnnounceOptions): (change: ListingChange) => void {
  const { announcements, nameOf, nowMs, log } = options;
  return ({ exchange, added, removed }) => {
    const name = nameOf(exchange);
    const told = [
      announcement(exchange, `${name} lists`, "listing", added, nowMs()),
      announcement(exchange, `${name} no longer lists`, "delisting", removed, nowMs()),
    ];
    for (const each of told) {
      if (!each) continue;
      announcements.recordAnnouncement(each).catch((error: unknown) => {
        log.warn({ exchange, err: error }, "an announcement of listings could not be written");
      });
    }
  };
}

function announcement(
  exchange: string,
  says: string,
  category: "listing" | "delisting",
  listings: readonly Listing[],
  publishedMs: number,
): NewExchangeAnnouncement | undefined {
  if (listings.length === 0) return undefined;
  const symbols = listings.map(({ market }) => market.symbol);
  const more = symbols.length > NAMED ? ` and ${symbols.length - NAMED} more` : "";
  return {
    exchange,
    title: `${says} ${symbols.slice(0, NAMED).join(", ")}${more}`,
    body: symbols.join(", ").slice(0, 10_000),
    category,
    codes: listings.slice(0, MAX_CODES).map(({ code }) => code),
    publishedMs,
  };
}
