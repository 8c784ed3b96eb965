/** The errors of the profiles area. */
import { errors } from "../../kit/errors/catalogue.ts";

export const profileErrors = errors("player", {
  notFound: { status: 404, says: "There is no player {id}." },
  isSteamId: {
    status: 404,
    says: "There is no player {id}. This is the number of a Steam account: /Search?type=Player&q={id} finds its players.",
  },
  badId: { status: 400, says: "id must be the number of a player: a whole number from 0 to 9223372036854775807." },
});
