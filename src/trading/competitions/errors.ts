import { errors } from "../../kit/errors/catalogue.ts";

export const competitionErrors = errors("competitions", {
  notFound: { status: 404, says: "There is no competition {id}", code: "2300" },
  finished: { status: 422, says: "Competition {id} is over", code: "2300" },
  joinClosed: { status: 422, says: "Competition {id} has started and can no longer be joined", code: "2300" },
  leaveClosed: { status: 422, says: "Competition {id} has started and can no longer be left", code: "2300" },
  badTerms: { status: 422, says: "The competition is not accepted. {reason}", code: "2300" },
});
