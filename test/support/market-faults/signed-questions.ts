/** Asks an exchange what only a customer may ask, where requests are signed with the time. */
import type { ExchangeAccount } from "../../../src/trading/exchanges/port.ts";

export class SignedQuestions {
  answered = 0;
  refused = 0;
  readonly #account: ExchangeAccount;

  constructor(account: ExchangeAccount) {
    this.#account = account;
  }

  /**
   * Asks until there is an answer. Resolves whether there was one while `goOn` let the world go on.
   *
   * @param goOn lets the world go on a little; false when the time is up
   */
  async ask(goOn: () => Promise<boolean>): Promise<boolean> {
    for (;;) {
      let isAnswered: boolean | undefined;
      const asking = this.#account.balances().then(
        (balances) => (isAnswered = balances.length > 0),
        () => (isAnswered = false),
      );
      while (isAnswered === undefined) {
        if (!(await goOn())) return false;
      }
      await asking;
      if (isAnswered) {
        this.answered++;
        return true;
      }
      this.refused++;
      if (!(await goOn())) return false;
    }
  }
}
