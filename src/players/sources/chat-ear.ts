/** Passes on a server's chat: each line once, with its speaker's account, and nothing of erased people. */
import type { Instant } from "../../kit/time/instant.ts";
import type { HeardLine } from "../presence/index.ts";
import { ChatMerge, type ChatSource, type SaidLine } from "./core/chat-merge.ts";
import { speakerOf } from "./core/speakers.ts";
import type { Tending } from "./tending.ts";

export type HearChat = (server: string, at: Instant, lines: readonly HeardLine[]) => void;

export type ChatEar = (source: ChatSource, lines: readonly SaidLine[]) => Promise<void>;

/** How many lines of one reading are looked at, the last of them: an answer may have 1 MB. */
const MAX_LINES = 100;

/** @throws the database's error, when it is away: the erased people are not known then, and the lines are dropped. */
export function chatEar({ server, state, names, clock }: Tending, hear: HearChat): ChatEar {
  const merge = server.gameLog ? new ChatMerge() : undefined;
  return async (source, said) => {
    const now = clock.now();
    const last = said.slice(-MAX_LINES);
    const lines = merge ? merge.fresh(source, last, now) : last;
    if (lines.length === 0) return;
    const online = state.online ?? [];
    const erasures = await names.findErasures(online.map(({ platformId }) => platformId));
    const heard = lines.flatMap(({ platformName: name, characterName: character, text }): HeardLine[] => {
      const speaker = speakerOf(name, online, erasures);
      if (speaker.kind === "erased") return [];
      return [{ platformId: speaker.kind === "known" ? speaker.platformId : undefined, name, character, text }];
    });
    if (heard.length > 0) hear(server.key, now, heard);
  };
}
