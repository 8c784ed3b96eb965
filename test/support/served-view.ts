/** A lookup's answers over HTTP, read back into plain values. */
import { fromMillis, type Instant } from "../../src/kit/time/instant.ts";
import type { View, ViewedName, ViewedPlayer, ViewedSession, ViewedTribe } from "./life-view.ts";

/** Where a lookup is, and a key that may see everything. */
export interface ServedAt {
  readonly url: string;
  readonly key: string;
}

interface SimpleProfile {
  readonly Id: number;
  readonly CharacterName: string;
  readonly PlatformName: string;
  readonly AvatarUrl: string;
  readonly Level: number;
  readonly Online: boolean;
}

interface TribeSummary {
  readonly Id: number;
  readonly Name: string;
  readonly Owner: number;
  readonly Members: number;
}

interface FullProfile extends SimpleProfile {
  readonly Tribe: TribeSummary | null;
}

interface FullTribe {
  readonly Id: number;
  readonly Name: string;
  readonly Owner: SimpleProfile | null;
  readonly Members: readonly SimpleProfile[];
}

interface Sessions {
  readonly Sessions: readonly { readonly Server: string; readonly Start: string; readonly End: string | null }[];
}

type Names = readonly { readonly Kind: "Character" | "Platform"; readonly Name: string }[];

/**
 * Asks wherever `where` says at that moment. The data of one player or tribe in several places must be the same in all
 * of them, or it throws: profiles come from the database, and lists from memory that follows it.
 */
export function servedView(where: () => ServedAt): View {
  const ask = async <Answer>(path: string): Promise<Answer | undefined> => {
    const { url, key } = where();
    const response = await fetch(url + path, { headers: { authorization: key } });
    const text = await response.text();
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  const found = async <Answer>(type: "player" | "tribe", query: string): Promise<readonly Answer[]> =>
    (await ask<Answer[]>(`/Search?type=${type}&limit=200&q=${encodeURIComponent(query)}`)) ?? [];

  return {
    async online() {
      const online = (await ask<SimpleProfile[]>("/Online")) ?? [];
      return online.filter(({ Id }) => Id !== 0).map(({ Id }) => String(Id));
    },
    async player(id) {
      const profile = await ask<FullProfile>(`/Player/${id}`);
      const listed = (await found<SimpleProfile>("player", id)).find(({ Id }) => String(Id) === id);
      assertSame(`player ${id}`, listed && simpleOf(listed), profile && simpleOf(profile));
      return profile && viewedPlayer(profile);
    },
    async tribe(id) {
      const tribe = await ask<FullTribe>(`/Tribe/${id}`);
      const listed = (await found<TribeSummary>("tribe", String(id))).find(({ Id }) => Id === id);
      if (!tribe || !listed) {
        assertSame(`tribe ${id}`, listed, tribe);
        return undefined;
      }
      const { Name, Owner, Members } = tribe;
      const summary = { Id: id, Name, Owner: Owner?.Id ?? listed.Owner, Members: Members.length };
      assertSame(`tribe ${id}`, listed, summary);
      return viewedTribe(tribe, listed.Owner);
    },
    async search(query) {
      return (await found<SimpleProfile>("player", query)).map(({ Id }) => String(Id));
    },
    async sessions(id) {
      const answer = await ask<Sessions>(`/Player/${id}/Sessions?limit=1000`);
      return (answer?.Sessions ?? []).map(({ Server, Start, End }): ViewedSession => ({
        server: Server,
        startedAt: instantOf(Start),
        endedAt: End === null ? null : instantOf(End),
      }));
    },
    async names(id) {
      const names = (await ask<Names>(`/Player/${id}/Names?limit=1000`)) ?? [];
      return names.map(({ Kind, Name }): ViewedName => ({
        kind: Kind === "Character" ? "character" : "platform",
        name: Name,
      }));
    },
  };
}

function viewedPlayer(profile: FullProfile): ViewedPlayer {
  const { Id, CharacterName, PlatformName, Level, Online, Tribe } = profile;
  return {
    id: String(Id),
    characterName: CharacterName,
    platformName: PlatformName,
    level: Level,
    online: Online,
    tribe: Tribe && { id: Tribe.Id, name: Tribe.Name, owner: String(Tribe.Owner), members: Tribe.Members },
  };
}

function viewedTribe({ Id, Name, Members }: FullTribe, owner: number): ViewedTribe {
  return { id: Id, name: Name, owner: String(owner), members: Members.map((member) => String(member.Id)) };
}

function simpleOf({ Id, CharacterName, PlatformName, AvatarUrl, Level, Online }: SimpleProfile): SimpleProfile {
  return { Id, CharacterName, PlatformName, AvatarUrl, Level, Online };
}

function assertSame(what: string, listed: unknown, told: unknown): void {
  const [one, other] = [JSON.stringify(listed), JSON.stringify(told)];
  if (one !== other) throw new Error(`${what} is ${one ?? "missing"} in lists, and ${other ?? "missing"} alone`);
}

function instantOf(text: string): Instant {
  return fromMillis(Date.parse(text));
}
