/** The common part of both ways to ask for a profile. */
import { rawJson, type RawBody } from "../../kit/endpoint/output.ts";
import { isSteamId } from "../platform/index.ts";
import { profileErrors } from "./errors.ts";
import { readPlayerId } from "./player-id.ts";
import { profileJson } from "./profile-json.ts";
import { fullProfile } from "./profile-schema.ts";
import type { ProfileDeps } from "./store.ts";

export const profileAnswer = {
  method: "GET",
  auth: "read",
  output: rawJson(fullProfile, { cacheControl: "private, max-age=5" }),
  errors: [profileErrors.notFound, profileErrors.isSteamId, profileErrors.badId],
} as const;

/** @throws 404, and 400 for text that is not an id. */
export async function showProfile({ profiles, clock }: ProfileDeps, text: string): Promise<RawBody> {
  const id = readPlayerId(text);
  const profile = await profiles.findProfile(id);
  if (!profile) throw profileErrors[isSteamId(String(id)) ? "isSteamId" : "notFound"]({ id: String(id) });
  return { body: profileJson(profile, clock.now()) };
}
