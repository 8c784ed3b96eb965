/** The dependencies of the endpoints and jobs of articles. */
import type { Outbound } from "../../kit/outbound/outbound.ts";
import type { ArticleRate } from "./core/earnings.ts";
import type { ArticleStore } from "./store.ts";

export interface ArticleDeps {
  readonly articles: ArticleStore;
}

export interface ArticleRateDeps {
  readonly articleRate: ArticleRate;
}

export interface ArticleImageDeps {
  /** To images of articles: public addresses only. */
  readonly imageHttp: Pick<Outbound, "request">;
}
