export type Size = Readonly<{
  rows: number
  smallRows: number
  rounds: number
  seconds: number
  /** Servers reach the database through PgBouncer in transaction mode, without named statements. */
  pooler: boolean
  /** Of requesting quota: the short way, or the longer ones too. */
  ways: 'short' | 'all'
  /** Measure nothing but the CPU time of a request. */
  onlyCpu?: boolean
  /** Of `growth`: every table and size, or one table. */
  long: boolean
  table: string | undefined
  /** The folder into which `growth --long` draws its picture, if any. */
  picture: string | undefined
  folder: string
}>
