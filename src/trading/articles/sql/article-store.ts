/** Articles on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { ArticleStore } from "../store.ts";
import { createArticle, editArticle, removeArticle, reviewArticle } from "./change-articles.ts";
import { earningsView, listUnpaid, payViews } from "./earnings.ts";
import { findArticle, findPublished, listArticles, listPublished } from "./read-articles.ts";
import { forgetReaders, recordView, saltOf } from "./views.ts";

export function articleStore(db: Database): ArticleStore {
  return {
    create: (by, content) => db.transaction((tx) => createArticle(tx, by, content)),
    find: (uid, id) => findArticle(db, uid, id),
    edit: (by, id, content) => db.transaction((tx) => editArticle(tx, by, id, content)),
    remove: (by, id) => db.transaction((tx) => removeArticle(tx, by, id)),
    list: (uid, page) => listArticles(db, uid, page),
    review: (adminUid, id, reason, at) => db.transaction((tx) => reviewArticle(tx, adminUid, id, reason, at)),
    listPublished: (titleContains, page, now) => listPublished(db, titleContains, page, now),
    findPublished: (id, now) => findPublished(db, id, now),
    saltOf: (day, fresh) => saltOf(db, day, fresh),
    recordView: (articleId, day, hashes) => recordView(db, articleId, day, hashes),
    forgetReaders: (before) => forgetReaders(db, before),
    earnings: (uid, rate) => db.snapshot((tx) => earningsView(tx, uid, rate)),
    listUnpaid: (before, last) => listUnpaid(db, before, last),
    pay: (views, rate, at) => db.transaction((tx) => payViews(tx, views, rate, at)),
  };
}
