/** Records of the news, and of what they did to prices. */
import { Type } from "typebox";

const impact = Type.Object({
  status: Type.String(),
  data: Type.Union([
    Type.Array(Type.Unknown(), { maxItems: 0 }),
    Type.Record(
      Type.String(),
      Type.Object({
        status: Type.String(),
        pair: Type.String(),
        before: Type.String(),
        after: Type.String(),
        difference: Type.String(),
      }),
    ),
  ]),
});

/** An article, with the price of pairs before it and some seconds after. */
export const newsItem = Type.Object(
  {
    id: Type.String(),
    date: Type.Object({
      time_published: Type.String(),
      day: Type.String(),
      format1: Type.String(),
      format2: Type.String(),
    }),
    title: Type.String(),
    brief: Type.String(),
    keywords: Type.String(),
    url: Type.String(),
    source: Type.String(),
    image: Type.String(),
    domain: Type.String(),
    author: Type.String(),
    price_impact_120s: impact,
    price_impact_300s: impact,
    price_impact_600s: impact,
    price_impact_900s: impact,
    price_impact_1200s: impact,
    price_impact_1800s: impact,
    price_impact_3600s: impact,
    tone: Type.Object({ status: Type.String(), data: Type.Unknown() }),
  },
  { title: "NewsItem" },
);

/** A word that somebody follows. */
export const followedKeyword = Type.Object(
  {
    keywordid: Type.String(),
    name: Type.String(),
    articles: Type.Integer(),
    last_match: Type.Union([Type.Integer(), Type.Null()]),
    time_created: Type.Integer(),
  },
  { title: "FollowedKeyword" },
);
