import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ExchangeAnnouncementDeps } from "../deps.ts";
import { exchangeAnnouncement } from "../records.ts";

const SHOWN = 100;

export const listExchangeAnnouncements = endpoint({
  id: "market.listExchangeAnnouncements",
  method: ["GET", "POST"],
  path: "/exchangeindex/announcements",
  auth: "public",
  summary: "What exchanges list and drop",
  description:
    "The latest hundred, newest first: pairs that an exchange began or ceased to trade, as each reading of its " +
    "markets shows. They are observed here, not written by the exchange, so `url` is empty.",
  input: {},
  output: json(Type.Array(exchangeAnnouncement)),
  errors: [],
  examples: [{ name: "the latest" }],

  async run({ exchangeAnnouncements }: ExchangeAnnouncementDeps) {
    const { announcements } = await exchangeAnnouncements.listAnnouncements({ offset: 0, limit: SHOWN });
    return announcements.map(({ id, exchange, title, body, category, codes, publishedMs }) => ({
      id: String(id),
      exchange,
      title,
      body,
      url: "",
      category,
      symbols: [...codes],
      time_published: Math.floor(publishedMs / 1000),
    }));
  },
});
