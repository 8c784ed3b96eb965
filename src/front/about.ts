/** This process and its services: the console's first request. */
import { Type, type Static } from "typebox";

export const aboutSchema = Type.Object({
  version: Type.String({ description: "Of the program" }),
  demo: Type.Boolean({ description: "Whether it began with `--demo`: invented data, and sign-ins with one click" }),
  command: Type.String({ description: "How its operator runs a command of the program: `npx tripod`" }),
  services: Type.Array(
    Type.Object({
      name: Type.String({ description: "`registry`, `players` or `trading`" }),
      title: Type.String(),
      description: Type.String(),
      prefix: Type.String({ description: "The path below which it answers" }),
    }),
    { description: "The services that run here" },
  ),
});

export type About = Static<typeof aboutSchema>;
