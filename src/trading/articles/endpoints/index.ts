/** The table of articles. */
import { checkEarnings } from "./check-earnings.ts";
import { createArticle } from "./create-article.ts";
import { deleteArticle } from "./delete-article.ts";
import { editArticle } from "./edit-article.ts";
import { fetchArticles } from "./fetch-articles.ts";
import { getArticle } from "./get-article.ts";
import { listArticles } from "./list-articles.ts";
import { reviewArticle } from "./review-article.ts";

export const articleEndpoints = [
  createArticle,
  listArticles,
  getArticle,
  editArticle,
  reviewArticle,
  fetchArticles,
  checkEarnings,
  deleteArticle,
];
