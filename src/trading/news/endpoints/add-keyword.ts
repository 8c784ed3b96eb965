import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import type { TelegramBotDeps } from "../../alerts/index.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { unfitParameter } from "../../refuse-parameters.ts";
import { mutation, NOT_BLANK, seconds } from "../../shapes.ts";
import { keywordLimit } from "../core/keyword-limits.ts";
import { paddedWords, wordsOf } from "../core/words.ts";
import type { NewsDeps } from "../deps.ts";
import { newsErrors } from "../errors.ts";
import { notifyWays, notifyOf, viewNotify } from "../records.ts";

export const addKeyword = endpoint({
  id: "news.addKeyword",
  method: ["GET", "POST"],
  path: "/public/trending-news-add-keyword",
  auth: "change",
  summary: "Follow a keyword",
  description:
    "A word, or several that follow one another. Case, accents and punctuation do not matter. It is found in the articles " +
    "of the last 30 days, and in those to come: in the newest 20,000 at once, in older ones within minutes (`articles` rises). One that is followed already keeps its id. The package says how " +
    "many an account may follow: `free` 3, `basic` 25, `pro` 250. `notify` sends you its articles: without it nothing is " +
    "sent for a new keyword, and one that is followed already stays as it is.",
  input: {
    params: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK }),
      notify: Type.Optional(notifyWays),
    }),
  },
  output: json(
    mutation({
      keyword: Type.Object({
        id: Type.String(),
        name: Type.String(),
        time_created: seconds,
        articles: Type.Integer(),
        notify: notifyWays,
      }),
    }),
  ),
  errors: [newsErrors.tooManyKeywords],
  examples: [
    { name: "a word", body: { name: "Lightning Network" } },
    { name: "a word whose articles are mailed", body: { name: "halving", notify: "email" } },
    { name: "messages without a bot", body: { name: "halving", notify: "telegram" }, status: 422 },
    { name: "without letters or digits", body: { name: "!!!" }, status: 422 },
    { name: "without what it needs", body: {}, status: 422 },
  ],

  async run({ news, telegramBots, clock }: NewsDeps & TelegramBotDeps & ClockDeps, { input: { params }, actor }) {
    const words = paddedWords(wordsOf(params.name));
    if (words === "") throw unfitParameter("name", "words", "must have a letter or a digit");
    const notify = params.notify === undefined ? undefined : notifyOf(params.notify);
    if (notify?.telegram && !(await telegramBots.find(actor.uid))) {
      throw unfitParameter("notify", "bot", "needs a bot: connect one with alerts/telegram-edit");
    }
    const maximum = keywordLimit(actor.plan.id);
    const keyword = await news.addKeyword(actor, { name: params.name.trim(), words, notify }, maximum, clock.now());
    if (!keyword) throw newsErrors.tooManyKeywords({ maximum });
    const id = String(keyword.id);
    return {
      status: true as const,
      id,
      message: "The keyword is followed",
      keyword: {
        id,
        name: keyword.name,
        time_created: toSeconds(keyword.createdAt),
        articles: keyword.articles,
        notify: viewNotify(keyword.notify),
      },
    };
  },
});
