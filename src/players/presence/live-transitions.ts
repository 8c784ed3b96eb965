/** The live events of one node, fed by the change feed. */
import type { Clock } from "../../kit/time/clock.ts";
import { shownTime } from "../directory/index.ts";
import { markOfRun } from "./core/event-id.ts";
import type { Transition } from "./core/presence-types.ts";
import type { ChatData } from "./live-chat.ts";
import { LiveEvents } from "./live-events.ts";

/** One change of the feed may hold this many transitions; each becomes an event with its own number. */
const NUMBERS_OF_A_CHANGE = 1_000;

export interface LiveTransitions {
  /** Once the feed has a position. */
  readonly events: LiveEvents;
  /**
   * The feed begins after `last`, or goes on there after it had lost its place. Earlier events are forgotten, as
   * required where they named an erased person.
   *
   * @param serverRun which run of the database server gives out the numbers from now on; without it, the same as before
   */
  restart(last: number, serverRun?: string): void;
  /** @param place among the transitions of its change, from 0. */
  publish(seq: number, place: number, transition: Transition): void;
  /** Sends the present readers a player's chat line. It is not kept. */
  said(data: ChatData): void;
  close(): void;
}

export function liveTransitions(clock: Clock): LiveTransitions {
  let events: LiveEvents | undefined;
  return {
    get events() {
      events ??= new LiveEvents({ clock, start: 0, mark: markOfRun("") });
      return events;
    },
    restart(last, serverRun) {
      const start = last * NUMBERS_OF_A_CHANGE;
      const mark = serverRun === undefined ? undefined : markOfRun(serverRun);
      if (events) events.restart(start, mark);
      else events = new LiveEvents({ clock, start, mark: mark ?? markOfRun("") });
    },
    publish(seq, place, transition) {
      const number = seq * NUMBERS_OF_A_CHANGE + Math.min(place, NUMBERS_OF_A_CHANGE - 1);
      events?.publish({ seq: number, event: transition.kind, data: shown(transition) });
    },
    said: (data) => events?.tell({ event: "chat", data }),
    close: () => events?.close(),
  };
}

function shown(transition: Transition) {
  const { platformId, name, server, at } = transition;
  const common = { PlatformId: platformId, Name: name, Server: server };
  const when = shownTime(at);
  return transition.kind === "moved" ? { ...common, From: transition.from, At: when } : { ...common, At: when };
}
