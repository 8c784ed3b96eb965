/** The settings of what is pushed: members of the trading section. */
import { Type } from "typebox";

/** Properties to be spread into the trading platform's settings. */
export const pushSettings = {
  pushConnections: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
    description: "Sockets that are open at once in one process.",
  }),
  pushConnectionsPerAddress: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 50,
    description: "Of these, how many one address may have.",
  }),
  pushHost: Type.String({
    maxLength: 255,
    pattern: "^[A-Za-z0-9.:\\[\\]-]*$",
    default: "",
    description:
      "Host and port at which clients reach this process and no other, such as `node1.example.com:8080`. Clients of the " +
      "socket.io protocol are then sent to the process that is connected to the exchange that they follow. Empty: every " +
      "process serves every exchange.",
  }),
  pushPublicPaceMs: Type.Integer({
    minimum: 0,
    maximum: 60_000,
    default: 1_000,
    description: "Followers without a key get news of a channel at most once in this many milliseconds. 0 for at once.",
  }),
};
