/** The live events of one node, fed by the change feed. */
import type { Witness } from "../../kit/sql/witnesses.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { shownTime } from "../directory/index.ts";
import { markOf, type EventId } from "./core/event-id.ts";
import { TRANSITIONS_OF_A_CHANGE, type Transition } from "./core/presence-types.ts";
import type { ChatData } from "./live-chat.ts";
import { LiveEvents } from "./live-events.ts";

export interface Passed {
  readonly seq: number;
  readonly change: Witness | undefined;
}

export interface LiveTransitions {
  /** Once the feed has a position. */
  readonly events: LiveEvents;
  /**
   * The feed begins after `last`, or goes on there after it had lost its place. Earlier events are forgotten, as
   * required where they named an erased person.
   *
   * @param last its number, and the change that has it, where that is known
   * @param serverRun which run of the database server gives out the numbers from now on; without it, the same as before
   */
  restart(last: Passed, serverRun?: string): void;
  /** @param place among the transitions of its change, from 0. */
  publish(change: Witness, place: number, transition: Transition): void;
  /** Sends the present readers a player's chat line. It is not kept. */
  said(data: ChatData): void;
  close(): void;
}

/** @param maxOfOwner as of `LiveEvents` */
export function liveTransitions(clock: Clock, maxOfOwner?: number): LiveTransitions {
  let events: LiveEvents | undefined;
  let run = "";
  const idOf = ({ seq, change }: Passed, place = 0): EventId => ({
    seq: seq * TRANSITIONS_OF_A_CHANGE + Math.min(place, TRANSITIONS_OF_A_CHANGE - 1),
    mark: markOf(run, change),
  });
  return {
    get events() {
      events ??= new LiveEvents({ clock, maxOfOwner, start: idOf({ seq: 0, change: undefined }) });
      return events;
    },
    restart(last, serverRun = run) {
      run = serverRun;
      const start = idOf(last);
      if (events) events.restart(start);
      else events = new LiveEvents({ clock, maxOfOwner, start });
    },
    publish(change, place, transition) {
      const id = idOf({ seq: change.seq, change }, place);
      events?.publish({ id, event: transition.kind, data: shown(transition) });
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
