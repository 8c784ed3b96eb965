/**
 * The signing keys: which one signs, and which ones verify.
 *
 * The truth is in the database. The memory is at most `REFRESH_MS` old, so that a revocation reaches every process
 * within that time; an unknown key is looked up at once.
 */
import type { KeyObject } from "node:crypto";
import { SealError, type Sealer } from "../../kit/auth/seal.ts";
import { invariant } from "../../kit/errors/invariant.ts";
import { UserError } from "../../kit/errors/user-error.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { keyMemory, type KnownKeys } from "./known-keys.ts";
import { keyPairOf, type KeyPair } from "./signing-key.ts";
import { signingKeyRecord, type NewSigningKey, type SigningKey, type TokenStore } from "./store.ts";

/** How old the keys in memory may be when they are used. */
const REFRESH_MS = 5000;
/** How often unknown key ids, which any caller can invent, may cause a query. */
const UNKNOWN_KEY_REFRESH_MS = 1000;
const SEED_BYTES = 32;

export interface KeyRing {
  /** Loads the keys, and makes the first one. */
  start(): Promise<void>;
  /** The key that signs. */
  signer(): Promise<KeyPair>;
  /** The public key of this id, unless it is unknown or revoked. */
  findVerifier(kid: string): Promise<KeyObject | undefined>;
  /** The id of the key that a token without key id was signed with: the configured one. */
  configuredKeyId(): string | undefined;
  /** Every key that verifies. */
  listVerifiers(): Promise<SigningKey[]>;
  /** Makes a new key sign. Answers its id. */
  rotate(): Promise<string>;
  revoke(kid: string): Promise<void>;
}

export interface KeyRingDeps {
  readonly store: TokenStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: Random;
  /** The seed from the configuration, in hexadecimal. */
  readonly jwtPrivateKey?: string | undefined;
}

export function keyRing(deps: KeyRingDeps): KeyRing {
  const { store, clock } = deps;
  const configured = deps.jwtPrivateKey === undefined ? undefined : keyPairOf(Buffer.from(deps.jwtPrivateKey, "hex"));
  const memory = keyMemory(store, clock);
  let opened: KeyPair | undefined;

  async function signer(): Promise<KeyPair> {
    const known = await memory.get(REFRESH_MS);
    if (!configured) return storedSigner(known);
    if (known.verifiers.has(configured.kid)) return configured;
    throw new UserError("The key of the setting jwtPrivateKey was revoked. Set another one.");
  }

  async function storedSigner(known: KnownKeys): Promise<KeyPair> {
    let key = findSigner(known);
    if (!key) {
      await store.addFirstKey(makeKey(deps));
      key = findSigner(await memory.reload());
    }
    invariant(key, "there is a key that signs after one was added");
    if (opened?.kid !== key.kid) opened = openKey(deps.sealer, key);
    return opened;
  }

  return {
    signer,
    async start() {
      if (configured) await store.addConfiguredKey({ ...configured, createdAt: clock.now() });
      await memory.reload();
      await signer();
    },
    async findVerifier(kid) {
      const known = await memory.get(REFRESH_MS);
      const { verifiers } = known.all.has(kid) ? known : await memory.get(UNKNOWN_KEY_REFRESH_MS);
      return verifiers.get(kid);
    },
    configuredKeyId: () => configured?.kid,
    async listVerifiers() {
      const { all, verifiers } = await memory.get(REFRESH_MS);
      return [...all.values()].filter(({ kid }) => verifiers.has(kid));
    },
    async rotate() {
      if (configured) {
        throw new UserError("The signing key is given by the setting jwtPrivateKey. Set another one to replace it.");
      }
      const key = makeKey(deps);
      await store.replaceKey(key);
      await memory.reload();
      return key.kid;
    },
    async revoke(kid) {
      const revoked = await store.revokeKey(kid, clock.now());
      const { all } = await memory.reload();
      if (!revoked && !all.has(kid)) throw new UserError(`Signing key ${kid} does not exist.`);
    },
  };
}

function findSigner({ all }: KnownKeys): SigningKey | undefined {
  return [...all.values()].find(
    (key) => key.sealedPrivateKey !== null && key.retiredAt === null && key.revokedAt === null,
  );
}

function makeKey({ sealer, clock, random }: KeyRingDeps): NewSigningKey {
  const seed = random.bytes(SEED_BYTES);
  const { kid, publicKey } = keyPairOf(seed);
  return { kid, publicKey, sealedPrivateKey: sealer.seal(seed, signingKeyRecord(kid)), createdAt: clock.now() };
}

function openKey(sealer: Sealer, { kid, sealedPrivateKey }: SigningKey): KeyPair {
  invariant(sealedPrivateKey !== null, "a stored key that signs has its private part");
  let seed: Buffer;
  try {
    seed = sealer.open(sealedPrivateKey, signingKeyRecord(kid));
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new UserError(
      `The signing key ${kid} cannot be opened: it was sealed with another secret key. ` +
        "Give the former secret key back, or rotate the signing key.",
      { cause },
    );
  }
  const pair = keyPairOf(seed);
  invariant(pair.kid === kid, "a sealed private key belongs to the public key beside it");
  return pair;
}
