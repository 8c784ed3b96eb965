/** The record by which a domain names the keys that may speak for it: `v=MCPv1; k=ed25519; p=BASE64`. */

export type ProofAlgorithm = "ed25519" | "ecdsap384";

export interface ProofKey {
  readonly algorithm: ProofAlgorithm;
  /** 32 bytes of Ed25519, or the 49 of a compressed P-384 point (SEC 1, section 2.3.3). */
  readonly bytes: Uint8Array;
  /** The shown identity of a key: the algorithm and the first 8 characters of the base64. */
  readonly fingerprint: string;
}

export interface ProofRecords {
  readonly keys: readonly ProofKey[];
  /** The problem of records that mean to be ours, in words for the owner of the domain. */
  readonly problems: readonly string[];
}

/** A domain with more keys than this has a mistake in it; the others are not looked at. */
const MAX_RECORDS = 20;
const MAX_RECORD_CHARACTERS = 512;
const KEY_BYTES: Readonly<Record<ProofAlgorithm, number>> = { ed25519: 32, ecdsap384: 49 };

/**
 * Reads the keys out of texts among which other records may stand. A text is meant for us when it begins with
 * `v=MCPv1`; blanks around its parts do not matter, and unknown parts are skipped. The first 20 of our records are
 * read.
 */
export function parseProofRecords(texts: readonly string[]): ProofRecords {
  const keys: ProofKey[] = [];
  const problems: string[] = [];
  const ours = texts.map((text) => text.trim()).filter((text) => /^v\s*=\s*MCPv1(?:\s*;|$)/i.test(text));
  for (const text of ours.slice(0, MAX_RECORDS)) {
    const read = parseProofRecord(text);
    if (typeof read === "string") problems.push(read);
    else keys.push(read);
  }
  return { keys, problems };
}

function parseProofRecord(text: string): ProofKey | string {
  if (text.length > MAX_RECORD_CHARACTERS) return `a record is longer than ${MAX_RECORD_CHARACTERS} characters`;
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (parts.has(name) && name !== "") return `a record has more than one ${name}=`;
    parts.set(name, part.slice(at + 1).trim());
  }
  if (parts.get("v") !== "MCPv1") return "a record's version is not written v=MCPv1";
  const algorithm = parts.get("k");
  if (algorithm !== "ed25519" && algorithm !== "ecdsap384") return "a record's k= is neither ed25519 nor ecdsap384";
  const encoded = parts.get("p") ?? "";
  if (encoded === "") return "a record has no p=";
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return "a record's p= is not base64";
  const bytes = Buffer.from(encoded, "base64");
  const expected = KEY_BYTES[algorithm];
  if (bytes.length !== expected) return `a record's ${algorithm} key has ${bytes.length} bytes instead of ${expected}`;
  return { algorithm, bytes, fingerprint: `${algorithm} ${encoded.slice(0, 8)}` };
}
