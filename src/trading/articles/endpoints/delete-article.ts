import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { id, mutation } from "../../shapes.ts";
import type { ArticleDeps } from "../deps.ts";
import { articleErrors } from "../errors.ts";

/** Removes one's own article. */
export const deleteArticle = endpoint({
  id: "articles.deleteArticle",
  method: ["GET", "POST"],
  path: "/articles/delete",
  auth: "change",
  summary: "Delete an article",
  description: "Its texts and images are deleted. The earnings of its views are paid all the same.",
  input: { params: Type.Object({ id }) },
  output: json(mutation({})),
  errors: [articleErrors.notFound],
  examples: [
    { name: "one's own", body: { id: "1" } },
    { name: "one that is not there any more", body: { id: "1" }, status: 404 },
  ],

  async run({ articles, clock }: ArticleDeps & ClockDeps, { input: { params }, actor: { uid, ownerUid } }) {
    const removed = await articles.remove({ uid, ownerUid, at: clock.now() }, Number(params.id));
    if (!removed) throw articleErrors.notFound({ id: params.id });
    return { status: true as const, id: params.id, message: "The article is deleted" };
  },
});
