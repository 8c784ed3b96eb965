/** The settings of the news: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const newsSettings = {
  news: Type.Union([Type.Literal("off"), Type.Literal("on"), Type.Literal("invented")], {
    default: "off",
    description:
      "Whether news are followed: `on` asks the public feeds of the starting list and of `newsFile`, `invented` follows " +
      "feeds that are made up and need no network. `serve --demo` shows invented ones where this is `off`.",
  }),
  newsFile: Type.String({
    maxLength: 1_000,
    default: "",
    description: "A YAML file of further feeds and keywords. See `docs/trading/news.md`.",
  }),
  newsContact: Type.String({
    maxLength: 200,
    pattern: "^[A-Za-z0-9@:/._~?=&%+-]*$",
    default: "",
    description:
      "An address or page that sites can write to, sent with every request for news: `mailto:ops@example.com`.",
  }),
  newsLanguages: Type.String({
    pattern: "^[a-z]{2}(\\s*,\\s*[a-z]{2})*$",
    maxLength: 200,
    default: "en",
    description: "Articles in these languages are shown: two letters each, separated by commas.",
  }),
  newsPairs: Type.String({
    pattern: "^(top:[0-9]{1,3}|[A-Za-z0-9]+/[A-Za-z0-9]+(\\s*,\\s*[A-Za-z0-9]+/[A-Za-z0-9]+)*)$",
    maxLength: 2_000,
    default: "top:10",
    description:
      "Pairs that every article is measured at: `top:10` for the largest of the connected exchanges, or a list such as " +
      "`BTC/USDT,ETH/USDT`. The pairs of the coins that an article names come on top.",
  }),
  newsNoticesPerDay: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 20,
    description:
      "How many articles are sent to the users of an account by mail and Telegram on a day (UTC), for keywords with `notify`. " +
      "The last one says that it is the last. Alerts have a limit of their own.",
  }),
  newsRetentionDays: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    default: 1_825,
    description: "How long articles are kept, in days.",
  }),
};

/** Reads the setting `newsLanguages`. */
export function readLanguages(text: string): string[] {
  return [...new Set(text.split(",").map((word) => word.trim()))];
}

/** Reads the setting `newsPairs`: how many of the largest, or which ones. */
export function readNewsPairs(text: string): number | readonly string[] {
  const top = /^top:([0-9]{1,3})$/.exec(text)?.[1];
  return top === undefined ? text.split(",").map((pair) => pair.trim().toUpperCase()) : Number(top);
}

/** How we identify ourselves to the sites that we ask. */
export function newsAgent(contact: string): string {
  return contact === "" ? "Tripod-trading/1.0" : `Tripod-trading/1.0 (+${contact})`;
}
