import { errors } from "../../kit/errors/catalogue.ts";

export const marketErrors = errors("market", {
  unknownCode: { status: 404, says: "There is no market {code}. All are listed at system/symbols", code: "2300" },
  unknownExchange: {
    status: 404,
    says: "The exchange {exchange} is not connected. Those that are, are listed at system/exchanges",
    code: "2300",
  },
  serverOver: {
    status: 409,
    says: "The server {id} is {status}, so nothing can be measured from it: choose another server",
    code: "2320",
  },
  serverUnheld: {
    status: 503,
    says: "No process has the server {id} at this moment: try again in {seconds} seconds",
    code: "5200",
  },
  serverUnanswered: {
    status: 503,
    says: "The process that has the server {id} did not answer: try again in {seconds} seconds",
    code: "5200",
  },
  notConnectedThere: {
    status: 404,
    says: "The process that has the server {id} is not connected to the exchange {exchange}",
    code: "2300",
  },
  tooMany: { status: 422, says: "{parameter} takes at most {maximum} at once", code: "2300" },
});
