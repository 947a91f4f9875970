export type Size = Readonly<{
  rows: number
  smallRows: number
  rounds: number
  seconds: number
  /** Afterwards, print what the main thread of the server does. */
  profile: boolean
  folder: string
}>
