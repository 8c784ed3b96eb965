import { errors } from "../../kit/errors/catalogue.ts";

export const systemErrors = errors("system", {
  announcementNotFound: { status: 404, says: "There is no announcement {id}", code: "2300" },
});
