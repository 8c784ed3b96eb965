import { errors } from "../../kit/errors/catalogue.ts";

export const articleErrors = errors("articles", {
  notFound: { status: 404, says: "There is no article {id}", code: "2300" },
  tooShort: { status: 422, says: "Too short: {texts}", code: "2300" },
  badImage: { status: 422, says: "{parameter} is not accepted. {reason}", code: "2300" },
  tooMany: { status: 422, says: "An account has at most {maximum} articles", code: "2300" },
  missingReason: { status: 422, says: "Missing required parameter: reason", code: "1440" },
});
