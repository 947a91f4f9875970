import type pg from 'pg'
import { type RowReader, readRow, toRowReader } from './row-reader.ts'

export type BatchStatement = Readonly<{
  /** Without one, it is parsed and planned for this once. */
  name: string | undefined
  text: string
  values: readonly string[]
  /** How many it must answer. */
  rows: number
}>

/** Called once, with an error or with the rows. */
export type OnResult = (error: unknown, rows: unknown[][]) => void

/** The part of the driver's connection that its own cursors use, and that its types leave out. */
type Wire = Readonly<{
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: readonly string[] }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}>

/**
 * One statement for the driver's `submit`. A named statement is parsed and described once per
 * connection, and rows are arrays.
 */
export class BatchQuery implements pg.Submittable {
  readonly #statement: BatchStatement
  readonly #prepared: Map<string, RowReader>
  readonly #onResult: OnResult
  readonly #rows: unknown[][] = []
  #reader: RowReader = []
  #fault: unknown
  #hasEnded = false

  /** `prepared` belongs to the connection: what it has parsed, by name. */
  constructor(statement: BatchStatement, prepared: Map<string, RowReader>, onResult: OnResult) {
    this.#statement = statement
    this.#prepared = prepared
    this.#onResult = onResult
  }

  submit(connection: unknown): null {
    const wire = connection as Wire
    const { name = '', text, values } = this.#statement
    const known = this.#prepared.get(name)
    wire.stream.cork()
    if (known) this.#reader = known
    else {
      wire.parse({ name, text })
      wire.describe({ type: 'S', name })
    }
    wire.bind({ statement: name, values })
    wire.execute({ portal: '', rows: 0 })
    wire.sync()
    wire.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly { dataTypeID: number }[] }): void {
    this.#reader = toRowReader(fields)
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    try {
      this.#rows.push(readRow(this.#reader, fields))
    } catch (error) {
      // Thrown from here, it would end the process.
      this.#fault ??= error
    }
  }

  handleCommandComplete(): void {
    const { name } = this.#statement
    if (name !== undefined) this.#prepared.set(name, this.#reader)
  }

  handleReadyForQuery(): void {
    const { rows } = this.#statement
    const isComplete = this.#rows.length === rows
    this.#end(isComplete ? this.#fault : (this.#fault ?? wrongRows(rows, this.#rows.length)))
  }

  handleError(error: unknown): void {
    this.#end(error)
  }

  handleEmptyQuery(): void {
    this.#fault ??= new Error('a shared read has no text')
  }

  handlePortalSuspended(): void {
    this.#fault ??= new Error('the database suspended a shared read')
  }

  #end(error: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onResult(error, this.#rows)
  }
}

const wrongRows = (expected: number, got: number) =>
  new Error(`a shared read answered ${got} rows for ${expected} keys`)
