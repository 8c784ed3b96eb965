/**
 * Sealing of secrets that must be stored and read again (signing keys, webhook keys): AES-256-GCM in an envelope.
 *
 * Each record has its own data key, which a master key encrypts. The master key encrypts only short random keys, and
 * can be changed without touching the data. The record's id is authenticated beside the text, so a sealed value that
 * is copied to another row does not open there.
 *
 * Text form: `v1.<master key id>.<sealed data key>.<sealed text>`, both base64url of nonce, ciphertext and tag.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { systemRandom, type Random } from "../ids/ids.ts";

/** A key that seals. Made by `masterKeyFromText` or `masterKeyOfFolder`. */
export interface MasterKey {
  /** Stands in every sealed text: letters, digits, `_` and `-`, 1 to 32 characters. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export interface Sealer {
  /** The sealed text of a record. Two calls never answer the same text. */
  seal(plaintext: string | Uint8Array, recordId: string): string;
  /**
   * The bytes that were sealed for this record.
   *
   * @throws SealError when the text is damaged, is another record's, or was sealed with a master key that is not here.
   */
  open(sealed: string, recordId: string): Buffer;
}

/** A sealed text that does not open. Its message contains nothing of the text. */
export class SealError extends Error {
  override readonly name = "SealError";
}

const VERSION = "v1";
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits, random; each data key is used once, and a master key far less often than 2^32 times. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MASTER_KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
/** base64url without padding: no other text of the same bytes is accepted. */
const PART = /^[A-Za-z0-9_-]+$/;

/**
 * Makes the sealer. The first master key seals; all of them open, so that an old one may stay while it is replaced.
 *
 * @throws RangeError without a master key, or when one of them is not 32 bytes long or has no proper id.
 */
export function sealer(masterKeys: readonly MasterKey[], random: Random = systemRandom()): Sealer {
  const current = masterKeys[0];
  if (!current) throw new RangeError("sealing needs at least one master key");
  for (const { id, key } of masterKeys) {
    if (!MASTER_KEY_ID.test(id) || key.length !== KEY_BYTES)
      throw new RangeError("a master key is 32 bytes with an id");
  }
  const byId = new Map(masterKeys.map((master) => [master.id, master]));

  return {
    seal(plaintext, recordId) {
      const dataKey = random.bytes(KEY_BYTES);
      const bytes = typeof plaintext === "string" ? Buffer.from(plaintext, "utf8") : plaintext;
      const sealedKey = encrypt(current.key, dataKey, associatedData("key", current.id, recordId), random);
      const sealedText = encrypt(dataKey, bytes, associatedData("text", current.id, recordId), random);
      return [VERSION, current.id, sealedKey.toString("base64url"), sealedText.toString("base64url")].join(".");
    },
    open(sealed, recordId) {
      const [version, masterId = "", keyPart = "", textPart = "", ...rest] = sealed.split(".");
      if (version !== VERSION || rest.length > 0 || !PART.test(keyPart) || !PART.test(textPart)) {
        throw new SealError("the sealed text is not of a form that this program knows");
      }
      const master = byId.get(masterId);
      if (!master) throw new SealError("the text was sealed with a master key that is not configured here");
      const dataKey = decrypt(master.key, keyPart, associatedData("key", masterId, recordId));
      return decrypt(dataKey, textPart, associatedData("text", masterId, recordId));
    },
  };
}

/** JSON, so that no two different lists of parts make the same bytes. */
function associatedData(role: "key" | "text", masterId: string, recordId: string): Buffer {
  return Buffer.from(JSON.stringify(["tripod-seal", VERSION, role, masterId, recordId]), "utf8");
}

function encrypt(key: Uint8Array, plaintext: Uint8Array, associated: Buffer, random: Random): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, part: string, associated: Buffer): Buffer {
  const bytes = Buffer.from(part, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tagAt = bytes.length - TAG_BYTES;
  const canonical = bytes.toString("base64url") === part;
  if (tagAt < NONCE_BYTES || !canonical) throw new SealError("the sealed text is damaged");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
    decipher.setAuthTag(bytes.subarray(tagAt));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagAt)), decipher.final()]);
  } catch (cause) {
    throw new SealError("the sealed text is damaged, or belongs to another record", { cause });
  }
}
