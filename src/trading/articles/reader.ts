/** Tells readers of one day apart without knowing them: hashes with a salt that is gone on the next. */
import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";

/** This many agents of one place count as readers of an article in a day: a script can name itself anything. */
export const MAX_READERS_OF_PLACE = 5;

export interface ReaderHashes {
  /** Of the place and the agent. */
  readonly reader: Buffer;
  /** Of the place alone: an IPv4 address, or the 64 bits of an IPv6 address that name a network. */
  readonly place: Buffer;
}

export function readerHashes(salt: Buffer, address: string, agent: string): ReaderHashes {
  const place = placeOf(address);
  return { reader: digest(salt, `${place}\n${agent.slice(0, 500)}`), place: digest(salt, place) };
}

function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

function digest(salt: Buffer, text: string): Buffer {
  return createHash("sha256").update(salt).update(text).digest().subarray(0, 16);
}
