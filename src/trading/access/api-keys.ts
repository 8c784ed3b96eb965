/** Making and changing API keys, for the users whose keys they are. */
import { hashSecret } from "../../kit/auth/hash-secret.ts";
import type { Sealer } from "../../kit/auth/seal.ts";
import type { Random } from "../../kit/ids/ids.ts";
import type { Clock } from "../../kit/time/clock.ts";
import { ACCESSES, type Caller } from "../caller.ts";
import type { Page } from "../page.ts";
import { isCovered, readRange, type AddressRange } from "./address-ranges.ts";
import { MAX_USER_KEYS, secretRecord, type ApiKey, type KeyTerms } from "./api-key.ts";
import { accessErrors, CHALLENGE } from "./errors.ts";
import { mayUseApi } from "./may-use-api.ts";
import type { KeyStore } from "./store.ts";

const KEY_BYTES = 16;
const SECRET_BYTES = 32;

export interface ApiKeysOptions {
  readonly keys: KeyStore;
  readonly sealer: Pick<Sealer, "seal">;
  readonly random: Random;
  readonly clock: Pick<Clock, "now">;
  /** Told of the key whose terms have changed or that is revoked, so that this process knows at once. */
  readonly changed: (key: string) => void;
}

export class ApiKeys {
  readonly #options: ApiKeysOptions;

  constructor(options: ApiKeysOptions) {
    this.#options = options;
  }

  /**
   * A new key, and its secret, which is never shown again. It may do nothing that the key it is made with may not.
   *
   * @throws access.userRefused, access.beyondMaker (403), access.tooManyKeys, access.badAddress,
   * access.bearerAndStrict (422)
   */
  async create(
    maker: Caller,
    wanted: KeyTerms & Pick<ApiKey, "access">,
  ): Promise<{ readonly apiKey: ApiKey; readonly secret: string }> {
    if (!mayUseApi(maker)) throw accessErrors.userRefused();
    if (ACCESSES.indexOf(wanted.access) > ACCESSES.indexOf(maker.access)) {
      throw accessErrors.beyondMaker({ reason: `its access is ${maker.access}` });
    }
    const terms = checked(await this.#bounds(maker), wanted);
    const { keys, sealer, random, clock } = this.#options;
    const key = hex(random, KEY_BYTES);
    const secret = hex(random, SECRET_BYTES);
    const apiKey = await keys.create(
      maker,
      {
        ...terms,
        key,
        access: wanted.access,
        sealedSecret: sealer.seal(secret, secretRecord(key)),
        secretHash: hashSecret(secret),
      },
      clock.now(),
    );
    if (!apiKey) throw accessErrors.tooManyKeys({ limit: MAX_USER_KEYS });
    return { apiKey, secret };
  }

  list(uid: number, page: Page): Promise<{ readonly keys: ApiKey[]; readonly total: number }> {
    return this.#options.keys.list(uid, page);
  }

  /**
   * Changes what is given, and leaves the rest.
   *
   * @throws access.keyNotFound (404), access.beyondMaker (403), access.badAddress, access.bearerAndStrict (422)
   */
  async edit(holder: Caller, id: number, change: Partial<KeyTerms>): Promise<ApiKey> {
    const bounds = await this.#bounds(holder);
    const decide = (before: ApiKey): KeyTerms => {
      const { label, addresses, allowBearer, isStrict } = { ...before, ...change };
      const terms = { label, addresses, allowBearer, isStrict };
      const isLabelOnly =
        change.addresses === undefined && allowBearer === before.allowBearer && isStrict === before.isStrict;
      return isLabelOnly ? terms : checked(bounds, terms);
    };
    const edited = await this.#options.keys.edit(holder, id, decide, this.#options.clock.now());
    if (!edited) throw accessErrors.keyNotFound({ id });
    this.#options.changed(edited.key);
    return edited;
  }

  /**
   * Ends a key for good, from the next request on.
   *
   * @throws access.keyNotFound (404)
   */
  async revoke(holder: Caller, id: number): Promise<ApiKey> {
    const revoked = await this.#options.keys.revoke(holder, id, this.#options.clock.now());
    if (!revoked) throw accessErrors.keyNotFound({ id });
    this.#options.changed(revoked.key);
    return revoked;
  }

  /** The key that asks, which must not be exceeded; undefined for a session. */
  async #bounds({ uid, credential }: Caller): Promise<ApiKey | undefined> {
    if (credential.kind !== "key") return undefined;
    const own = await this.#options.keys.find(uid, Number(credential.id));
    if (!own) throw accessErrors.invalidKey({}, CHALLENGE);
    return own;
  }
}

/** Terms that make sense, in their usual writing, and that do not reach beyond the key that asks for them. */
function checked(bounds: ApiKey | undefined, terms: KeyTerms): KeyTerms {
  if (terms.allowBearer && terms.isStrict) throw accessErrors.bearerAndStrict();
  const ranges = terms.addresses.map(rangeOf);
  if (bounds) checkBounds(bounds, terms, ranges);
  return { ...terms, addresses: [...new Set(ranges.map(({ text }) => text))] };
}

function checkBounds(own: ApiKey, terms: KeyTerms, ranges: readonly AddressRange[]): void {
  if (own.isStrict && !terms.isStrict) throw accessErrors.beyondMaker({ reason: "it is strict" });
  if (terms.allowBearer && !own.allowBearer) throw accessErrors.beyondMaker({ reason: "its requests are signed" });
  if (own.addresses.length === 0) return;
  const bounds = own.addresses.map(rangeOf);
  if (ranges.length === 0 || !ranges.every((range) => isCovered(range, bounds))) {
    throw accessErrors.beyondMaker({ reason: "it may be used from its own addresses only" });
  }
}

function rangeOf(text: string): AddressRange {
  const range = readRange(text);
  if (!range) throw accessErrors.badAddress({ address: text.slice(0, 64) });
  return range;
}

/** No character of it has a meaning in a header, a shell or an address. */
function hex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString("hex");
}
