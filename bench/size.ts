export type Size = Readonly<{
  rows: number
  smallRows: number
  rounds: number
  seconds: number
  /** Of requesting quota: the short way, or the longer ones too. */
  ways: 'short' | 'all'
  /** Afterwards, print what the main thread of the server does. */
  profile: boolean
  folder: string
}>
