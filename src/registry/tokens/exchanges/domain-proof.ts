/** Proof that a caller holds a key that a domain names: a signed time, which is accepted for seconds and only once. */
import { createHash } from "node:crypto";
import type { AppError, ErrorMaker } from "../../../kit/errors/catalogue.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { parseInstant, plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { parseDomain, type Domain } from "../core/domain.ts";
import type { ProofRecords } from "../core/proof-record.ts";
import { unauthorized } from "../errors.ts";
import type { TokenStore } from "../store.ts";
import { verifiesProof } from "./proof-signature.ts";

/** As it is sent: the signature, in hexadecimal, is over the timestamp's text. */
export interface DomainProof {
  readonly domain: string;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly signedTimestamp: string;
}

export interface DomainProofDeps {
  readonly clock: Clock;
  readonly store: Pick<TokenStore, "addUsedProof">;
}

/** A proof whose own form is in order. */
export interface ReadProof {
  readonly domain: Domain;
  readonly timestamp: string;
  readonly at: Instant;
  readonly signature: Buffer;
}

/** How far the moment that was signed may lie from ours, either way. */
const WINDOW_MS = 15_000;
/** How long a used proof is remembered: past its window by more than the clocks of two processes may differ. */
const REMEMBER_MS = 60_000;
/** An Ed25519 signature has 64 bytes, one of P-384 has 96. */
const SIGNATURE = /^(?:[0-9a-f]{128}|[0-9a-f]{192})$/i;

/** Checks what needs no look at the domain. Throws the error of `failed` with a reason. */
export function readDomainProof(proof: DomainProof, now: Instant, failed: ErrorMaker<"{reason}">): ReadProof {
  const domain = parseDomain(proof.domain);
  if (domain === undefined) {
    throw unauthorized(
      failed,
      "the domain is not valid: it must be a full domain name such as example.com, in ASCII (Punycode), and no address",
    );
  }
  const at = parseInstant(proof.timestamp);
  if (at === undefined)
    throw unauthorized(failed, "the timestamp is not in RFC 3339 form, such as 2025-01-31T12:00:00Z");
  if (Math.abs(at - now) > WINDOW_MS * 1000) {
    throw unauthorized(failed, `the timestamp is more than ${WINDOW_MS / 1000} seconds from this server's time`);
  }
  if (!SIGNATURE.test(proof.signedTimestamp)) {
    throw unauthorized(
      failed,
      "the signature is not the hexadecimal form of 64 bytes (Ed25519) or 96 bytes (ECDSA P-384)",
    );
  }
  return { domain, timestamp: proof.timestamp, at, signature: Buffer.from(proof.signedTimestamp, "hex") };
}

/** Finds the key that made the signature, and uses the proof up. Throws the error of `failed` with a reason. */
export async function acceptDomainProof(
  deps: DomainProofDeps,
  proof: ReadProof,
  { keys }: ProofRecords,
  failed: ErrorMaker<"{reason}">,
): Promise<void> {
  const key = keys.find((each) => verifiesProof(each, proof.timestamp, proof.signature));
  if (!key) {
    const fingerprints = keys.map(({ fingerprint }) => fingerprint).join(", ");
    throw unauthorized(
      failed,
      `the signature was made by none of the keys of ${proof.domain}, which are: ${fingerprints}`,
    );
  }
  // The signature itself is not hashed: anyone can make a second valid one from an ECDSA signature.
  const hash = createHash("sha256")
    .update(`${proof.domain}\n${key.fingerprint}\n${proof.timestamp}\n`)
    .update(key.bytes);
  const fresh = await deps.store.addUsedProof(hash.digest(), plusMillis(proof.at, REMEMBER_MS));
  if (!fresh) throw unauthorized(failed, "this signature was used before; sign the time of now again");
}

/** The refusal when a place names no usable key: what was wrong with its records, if there were any. */
export function noKeysFound(failed: ErrorMaker<"{reason}">, place: string, records: ProofRecords, hint = ""): AppError {
  const found = records.problems.length > 0 ? `: ${records.problems.slice(0, 3).join("; ")}` : "";
  return unauthorized(failed, `no usable key (v=MCPv1; k=...; p=...) was found in ${place}${found}${hint}`);
}
