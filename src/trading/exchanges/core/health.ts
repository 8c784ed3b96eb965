/** How a connection to an exchange does, as a table: what follows from what happens. */
import type { HealthState } from "../port.ts";

/**
 * The known state of a connection. `failing` and `deaf` are both shown as degraded. In `failing`, requests fail now
 * and then; in `deaf`, requests are answered but markets send no reports.
 */
export type ConnectionState = "starting" | "ok" | "failing" | "deaf" | "maintenance" | "down";

/**
 * - `answered`, `failed`: a request got an answer, or none.
 * - `cutOff`: the breaker opened, or the exchange banned us.
 * - `closed`: the exchange says that it is being worked on.
 * - `deafened`, `heard`: some followed markets are lost; all are in step again.
 */
export type ConnectionEvent = "answered" | "failed" | "cutOff" | "closed" | "deafened" | "heard";

const NEXT: Readonly<Record<ConnectionState, Readonly<Record<ConnectionEvent, ConnectionState>>>> = {
  starting: on("ok", "down", "down", "maintenance", "starting", "ok"),
  ok: on("ok", "failing", "down", "maintenance", "deaf", "ok"),
  failing: on("ok", "failing", "down", "maintenance", "deaf", "failing"),
  deaf: on("deaf", "deaf", "down", "maintenance", "deaf", "ok"),
  maintenance: on("ok", "maintenance", "down", "maintenance", "maintenance", "maintenance"),
  down: on("ok", "down", "down", "maintenance", "down", "down"),
};

const SHOWN: Readonly<Record<ConnectionState, HealthState>> = {
  starting: "down",
  ok: "ok",
  failing: "degraded",
  deaf: "degraded",
  maintenance: "maintenance",
  down: "down",
};

/** The state after an event. */
export function nextState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  return NEXT[state][event];
}

/** The public form of a state. */
export function shownState(state: ConnectionState): HealthState {
  return SHOWN[state];
}

/** One row of the table, in the order of `ConnectionEvent`. */
function on(
  answered: ConnectionState,
  failed: ConnectionState,
  cutOff: ConnectionState,
  closed: ConnectionState,
  deafened: ConnectionState,
  heard: ConnectionState,
): Readonly<Record<ConnectionEvent, ConnectionState>> {
  return { answered, failed, cutOff, closed, deafened, heard };
}
