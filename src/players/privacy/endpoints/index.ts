/** The endpoints of the privacy area. */
import { erasePerson } from "./erase-person.ts";
import { findPerson } from "./find-person.ts";
import { setOptOut } from "./set-opt-out.ts";

export const privacyEndpoints = [findPerson, setOptOut, erasePerson] as const;
