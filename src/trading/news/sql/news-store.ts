/** News on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { FeedStore, NewsStore } from "../store.ts";
import { findPageDue, saveBrief, savePageTry } from "./article-pages.ts";
import { installFeeds, listFeeds, saveLook } from "./feed-state.ts";
import { findFeed, listFeed, removeFeed, setFeed } from "./keyword-feeds.ts";
import { countArticles, listSourceImpacts, listSources, listTrends } from "./news-figures.ts";
import { listTerms, readTermsEnd } from "./news-terms.ts";
import { recordOlderMatches } from "./past-matches.ts";
import { hasArticle, listArticles, listRelevant } from "./read-articles.ts";
import { listUnchanged, saveItems } from "./save-articles.ts";
import { tellNext } from "./tell-news.ts";
import { addKeyword, findKeyword, listKeywords, removeKeyword } from "./user-keywords.ts";

export function newsStore(db: Database): NewsStore {
  return {
    recordOlderMatches: (...given) => db.transaction((tx) => recordOlderMatches(tx, ...given)),
    hasArticle: (id) => hasArticle(db, id),
    listArticles: (query) => listArticles(db, query),
    listRelevant: (query) => listRelevant(db, query),
    listSources: () => listSources(db),
    countArticles: (at) => countArticles(db, at),
    listTrends: (at) => listTrends(db, at),
    listSourceImpacts: (source) => listSourceImpacts(db, source),
    addKeyword: (...added) => addKeyword(db, ...added),
    findKeyword: (uid, id) => findKeyword(db, uid, id),
    listKeywords: (uid, page) => listKeywords(db, uid, page),
    removeKeyword: (uid, id) => removeKeyword(db, uid, id),
    setFeed: (...made) => setFeed(db, ...made),
    removeFeed: (...removed) => removeFeed(db, ...removed),
    findFeed: (tokenHash, at) => findFeed(db, tokenHash, at),
    listFeed: (...asked) => listFeed(db, ...asked),
  };
}

/** @param toldLanguages articles in other languages are not sent to users; all by default */
export function feedStore(db: Database, toldLanguages?: readonly string[]): FeedStore {
  return {
    installFeeds: (sources, at) => installFeeds(db, sources, at),
    listFeeds: () => listFeeds(db),
    saveLook: (lease, look, putOff) => saveLook(db, lease, look, putOff),
    listUnchanged: (source, items) => listUnchanged(db, source, items),
    saveItems: (lease, items) => saveItems(db, lease, items),
    readTermsEnd: () => readTermsEnd(db),
    listTerms: (afterVersion, limit) => listTerms(db, afterVersion, limit),
    findPageDue: (sources, at) => findPageDue(db, sources, at),
    saveBrief: (lease, brief) => saveBrief(db, lease, brief),
    tellNext: () => tellNext(db, toldLanguages),
    savePageTry: (...given) => savePageTry(db, ...given),
  };
}
