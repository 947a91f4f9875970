/** The one copy of a secret in the portal. State and props hold this, never the text. */
export class OnceValue {
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

/** What is shown this once. */
export type Shown = Readonly<{
  /** As in "Token value". */
  label: string
  /** As in "Copy token value". */
  what: string
  value: OnceValue
}>
