import { reasonOf } from '../../platform/errors.ts'

/** What was looked at, and what to do about it. */
export type Finding = Readonly<{
  state: 'ok' | 'warning' | 'problem'
  topic: string
  text: string
}>

/** A reason in the middle of a sentence. */
export const inBrackets = (error: unknown): string => `(${reasonOf(error).replace(/\.$/, '')})`

export const ok = (topic: string, text: string): Finding => ({ state: 'ok', topic, text })
export const warning = (topic: string, text: string): Finding => ({ state: 'warning', topic, text })
export const problem = (topic: string, text: string): Finding => ({ state: 'problem', topic, text })
