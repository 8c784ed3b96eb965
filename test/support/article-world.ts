/** Articles with their database, a server of images, and a clock: everything that people do with them, as functions. */
import { afterAll } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { outputCheck } from "../../src/kit/endpoint/output-check.ts";
import { AppError } from "../../src/kit/errors/catalogue.ts";
import { systemRandom } from "../../src/kit/ids/ids.ts";
import { ONE } from "../../src/kit/money/amount.ts";
import { outbound } from "../../src/kit/outbound/outbound.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import { checkEarnings } from "../../src/trading/articles/endpoints/check-earnings.ts";
import { createArticle } from "../../src/trading/articles/endpoints/create-article.ts";
import { deleteArticle } from "../../src/trading/articles/endpoints/delete-article.ts";
import { editArticle } from "../../src/trading/articles/endpoints/edit-article.ts";
import { fetchArticles } from "../../src/trading/articles/endpoints/fetch-articles.ts";
import { getArticle } from "../../src/trading/articles/endpoints/get-article.ts";
import { listArticles } from "../../src/trading/articles/endpoints/list-articles.ts";
import { reviewArticle } from "../../src/trading/articles/endpoints/review-article.ts";
import { articleStore } from "../../src/trading/articles/sql/article-store.ts";
import { FREE_PLAN } from "../../src/trading/billing/index.ts";
import type { Caller } from "../../src/trading/caller.ts";
import { addUser } from "./ledger-users.ts";
import { loopbackServer } from "./loopback-server.ts";
import { manualClock } from "./manual-clock.ts";

/** Texts of just any article. */
export const ARTICLE_TEXTS = {
  title: "A title of enough words",
  brief: "A brief that says what follows it.",
  body: "<p>Words.</p>".repeat(30),
};

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const rest = { requestId: "r", signal: new AbortController().signal };

/** It is noon on 10 March 2026, and a thousand views are worth 2 USD. Call it at the top level of a test file. */
export async function articleWorld(db: Database) {
  const images = await loopbackServer((_request, response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(PNG);
  });
  const imageHttp = outbound({ allowPrivate: ["127.0.0.1"], userAgent: "test", clock: systemClock() });
  afterAll(async () => {
    await imageHttp.close();
    await images.close();
  });
  const clock = manualClock(Date.UTC(2026, 2, 10, 12));
  const deps = {
    clock,
    articles: articleStore(db),
    articleRate: { currency: "USD", perThousand: 2n * ONE },
    imageHttp,
    apiUrl: "https://trade.example/api/v2",
    random: systemRandom(),
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  async function call(endpoint: AnyEndpoint, actor: unknown, params: object, headers: object = {}): Promise<any> {
    const answer: unknown = await endpoint.run(deps, { ...rest, actor, input: { params, headers } });
    outputCheck(endpoint, endpoint.output)(answer);
    return answer;
  }
  const fetch = (params: object, address = "198.51.100.7", agent = "Browser") => {
    const asked = { article_id: "0", title_contains: "0", limit: 10, pagenumber: 1, ...params };
    return call(fetchArticles, { address }, asked, { "user-agent": agent });
  };
  const newCaller = async (): Promise<Caller> => callerOf(await addUser(db, {}));
  const admin = await newCaller();

  return {
    clock,
    deps,
    images,
    newCaller,
    write: (actor: Caller, params: object = {}) =>
      call(createArticle, actor, { ...ARTICLE_TEXTS, publishdate: 1_599_615_673, ...params }),
    edit: (actor: Caller, id: string, params: object = {}) =>
      call(editArticle, actor, { id, ...ARTICLE_TEXTS, ...params }),
    remove: (actor: Caller, id: string) => call(deleteArticle, actor, { id }),
    read: (actor: Caller, id: string) => call(getArticle, actor, { id }),
    list: (actor: Caller) => call(listArticles, actor, { limit: 10, pagenumber: 1 }),
    review: (id: string, decision: "reject" | "restore", reason?: string) =>
      call(reviewArticle, admin, { id, decision, ...(reason === undefined ? {} : { reason }) }),
    /** As a caller without a name. */
    fetch,
    readOne: (id: string, address?: string, agent?: string) => fetch({ article_id: id }, address, agent),
    async titles(containing: string): Promise<string[]> {
      const page = await fetch({ title_contains: containing });
      return page.articles.map(({ title }: { title: string }) => title);
    },
    earnings: (actor: Caller) => call(checkEarnings, actor, {}),
  };
}

/** The error that a call is refused with. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error("the call is refused", { cause: error });
  return error;
}

function callerOf(uid: number): Caller {
  return {
    uid,
    ownerUid: uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "key", id: "1" },
    address: "192.0.2.1",
    plan: FREE_PLAN,
  };
}
