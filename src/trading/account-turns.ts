/** Places for work, shared between accounts: none has more than its part, and accounts that wait get a place in turn. */
interface Account {
  underWay: number;
  /** When it was given its last place, counted in places; 0 before the first. */
  givenAt: number;
  /** Begins the oldest that waits. */
  readonly waiting: (() => void)[];
}

export class AccountTurns {
  readonly #places: number;
  readonly #placesOfAccount: number;
  /** Those that have or want a place. */
  readonly #accounts = new Map<number, Account>();
  #underWay = 0;
  #given = 0;

  /** @param placesOfAccount how many of all places one account may have */
  constructor({ places, placesOfAccount }: { readonly places: number; readonly placesOfAccount: number }) {
    this.#places = places;
    this.#placesOfAccount = placesOfAccount;
  }

  /** Does the work when the account has a place. One account's work begins in the order in which it was brought. */
  async run<Result>(ownerUid: number, work: () => Promise<Result>): Promise<Result> {
    await this.#take(ownerUid);
    try {
      return await work();
    } finally {
      this.#release(ownerUid);
    }
  }

  async #take(ownerUid: number): Promise<void> {
    const account = this.#accounts.get(ownerUid) ?? { underWay: 0, givenAt: 0, waiting: [] };
    this.#accounts.set(ownerUid, account);
    const begun = new Promise<void>((resolve) => account.waiting.push(resolve));
    this.#beginNext();
    await begun;
  }

  #release(ownerUid: number): void {
    this.#underWay--;
    const account = this.#accounts.get(ownerUid);
    if (account) {
      account.underWay--;
      if (account.underWay === 0 && account.waiting.length === 0) this.#accounts.delete(ownerUid);
    }
    this.#beginNext();
  }

  /** Gives a free place to the account that was given one longest ago. */
  #beginNext(): void {
    if (this.#underWay >= this.#places) return;
    let next: Account | undefined;
    for (const account of this.#accounts.values()) {
      const isWaiting = account.waiting.length > 0 && account.underWay < this.#placesOfAccount;
      if (isWaiting && (!next || account.givenAt < next.givenAt)) next = account;
    }
    const begin = next?.waiting.shift();
    if (!next || !begin) return;
    this.#underWay++;
    next.underWay++;
    next.givenAt = ++this.#given;
    begin();
  }
}
