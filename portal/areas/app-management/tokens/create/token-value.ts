/** The one copy of a token value in the portal. State and props hold this, never the text. */
export class TokenValue {
  #text: string

  constructor(text: string) {
    this.#text = text
  }

  read(): string {
    return this.#text
  }

  drop(): void {
    this.#text = ''
  }
}
