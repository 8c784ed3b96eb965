/** The errors of the profiles area. */
import { errors } from "../../kit/errors/catalogue.ts";

export const profileErrors = errors("player", {
  notFound: { status: 404, says: "There is no player {id}." },
  isSteamId: {
    status: 404,
    says: "There is no player {id}. The number is a SteamID64: find its players with /Search?type=Player&q={id}.",
  },
  badId: { status: 400, says: "id must be the number of a player: a whole number from 0 to 9223372036854775807." },
});
