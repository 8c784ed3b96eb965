/** Requests between processes about simulated venues, on PostgreSQL. */
import { questionStore } from "../../../kit/asking/sql/question-store.ts";
import type { Database } from "../../../kit/sql/database.ts";
import type { VenueAnswer, VenueQuestion, VenueRequestStore } from "../simulated/venue-requests.ts";

export function venueRequestStore(db: Database): VenueRequestStore {
  return questionStore<VenueQuestion, VenueAnswer>(db, { name: "trading.venue_requests", to: "exchange" });
}
