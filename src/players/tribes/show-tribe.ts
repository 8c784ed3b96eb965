/** The common part of both ways to ask for a tribe. */
import { rawJson, type RawBody } from "../../kit/endpoint/output.ts";
import { playerJson, shownTime } from "../directory/index.ts";
import { tribeErrors } from "./errors.ts";
import type { StoredTribe, TribeDeps } from "./store.ts";
import { readTribeId } from "./tribe-id.ts";
import { fullTribe } from "./tribe-schema.ts";

export const tribeAnswer = {
  method: "GET",
  auth: "read",
  output: rawJson(fullTribe, { cacheControl: "private, max-age=5" }),
  errors: [tribeErrors.notFound, tribeErrors.badId],
} as const;

/** @throws 404, and 400 for text that is not an id. */
export async function showTribe({ tribes }: Pick<TribeDeps, "tribes">, text: string): Promise<RawBody> {
  const id = readTribeId(text);
  const tribe = await tribes.findTribe(id);
  if (!tribe) throw tribeErrors.notFound({ id });
  return { body: Buffer.from(tribeText(tribe)) };
}

function tribeText({ id, name, created, owner, members }: StoredTribe): string {
  const start = JSON.stringify({ Id: id, Name: name, Created: shownTime(created) }).slice(0, -1);
  return `${start},"Owner":${owner ? playerJson(owner) : "null"},"Members":[${members.map(playerJson).join(",")}]}`;
}
