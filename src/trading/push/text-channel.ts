/** A channel whose news is one text, told whole each time. */

export abstract class TextChannel {
  readonly listings = [];
  version = 0;
  #text = "";

  /** The news as JSON. */
  get text(): string {
    return this.#text;
  }

  data(): string {
    return this.#text;
  }

  remark(): string {
    return "";
  }

  /** Takes a text as the news of now. */
  protected tell(text: string): true {
    this.#text = text;
    this.version++;
    return true;
  }

  /** Like `tell`, unless the text equals the last one: then it answers false. */
  protected tellNew(text: string): boolean {
    return text !== this.#text && this.tell(text);
  }
}
