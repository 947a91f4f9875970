export type Size = Readonly<{
  /** Of the table that grows. */
  rows: number
  rounds: number
  seconds: number
  /** For files of this run; it is removed afterwards. */
  folder: string
}>
