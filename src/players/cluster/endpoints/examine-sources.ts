import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { endpoint } from "../../endpoint.ts";
import { markOf, plain } from "../core/doctor-report.ts";
import { clusterErrors } from "../errors.ts";

const report = Type.Object(
  {
    Cluster: Type.String(),
    Works: Type.Boolean({ description: "Whether there is a server, and every source that is set up works" }),
    Lines: Type.Array(
      Type.Object(
        {
          Source: Type.Enum(["saves", "rcon", "query", "plugins", "steam"]),
          Server: Type.Union([Type.String(), Type.Null()], {
            description: "The server's key; null for what the whole cluster shares",
          }),
          State: Type.Enum(["ok", "wrong", "off"], { description: "`off`: not set up, which is not a fault" }),
          Says: Type.String(),
          DoThis: Type.Union([Type.String(), Type.Null()], { description: "The next step, where it is wrong" }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: "DoctorReport", additionalProperties: false },
);

/** Tries every source of every server. */
export const examineSources = endpoint({
  id: "cluster.examineSources",
  method: "GET",
  path: "/Doctor",
  auth: "admin",
  beyondSpec: true,
  summary: "Try every source of every server",
  description:
    "What `tripod players doctor` tells: saves, RCON and query of each server, plugins and Steam, each with a sentence and the " +
    "next step. Takes up to 20 seconds; a source that takes longer is wrong here, where the command waits for it.",
  input: {},
  limits: { cost: 10 },
  output: json(report),
  errors: [clusterErrors.notHere, clusterErrors.none],
  examples: [{ name: "without a cluster", status: 404 }],

  async run({ cluster }) {
    const found = await cluster.examine();
    if (!found) throw clusterErrors.none();
    return {
      Cluster: plain(found.cluster),
      Works: found.exitCode === 0,
      Lines: found.lines.map(({ source, server, outcome }) => ({
        Source: source,
        Server: server ?? null,
        State: markOf(outcome),
        Says: plain(outcome.says),
        DoThis: outcome.ok === false ? plain(outcome.doThis) : null,
      })),
    };
  },
});
