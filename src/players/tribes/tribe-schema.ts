/** The full tribe profile, for documents and checks. */
import { Type } from "typebox";
import { shownTimestamp, simpleProfile } from "../directory/index.ts";

export const fullTribe = Type.Object(
  {
    Id: Type.Integer(),
    Name: Type.String(),
    Created: shownTimestamp,
    Owner: Type.Union([simpleProfile, Type.Null()]),
    Members: Type.Array(simpleProfile),
  },
  { title: "FullTribe", additionalProperties: false },
);
