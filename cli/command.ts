import type { Context } from './context.ts'
import { usage } from './failure.ts'

type Value = string | boolean | readonly string[] | undefined

/** What was typed, read by name. */
export type Given = Readonly<{
  args: readonly string[]
  text: (option: string) => string | undefined
  need: (option: string) => string
  flag: (option: string) => boolean
  list: (option: string) => readonly string[]
  whole: (option: string) => number | undefined
}>

/** What help and completion know of a command. */
export type Described = Readonly<{
  /** With its arguments, like `show [app]`. */
  name: string
  about: string
  /** A line for a shell, as it stands in the help and is run by the tests. */
  example: string
  /** `--region <name>...` may be given several times. */
  options?: readonly (readonly [flags: string, about: string])[]
}>

export type Command = Described &
  Readonly<{ run: (context: Context, given: Given) => Promise<void> }>

export type Group = Readonly<{
  name: string
  about: string
  commands: readonly (Command | Group)[]
}>

export const isGroup = (entry: Described | Group): entry is Group => 'commands' in entry

export function toGiven(args: readonly unknown[], options: Readonly<Record<string, Value>>): Given {
  const text = (option: string) => {
    const value = options[option]
    return typeof value === 'string' ? value : undefined
  }
  return {
    args: args.map((arg) => (arg === undefined ? '' : String(arg))),
    text,
    need(option) {
      const value = text(option)
      if (value === undefined) throw usage(`--${toFlag(option)} is required.`)
      return value
    },
    flag: (option) => options[option] === true,
    list: (option) => (Array.isArray(options[option]) ? (options[option] as string[]) : []),
    whole(option) {
      const value = text(option)
      return value === undefined ? undefined : toWhole(value, `--${toFlag(option)}`)
    },
  }
}

const toFlag = (option: string) =>
  option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export function toWhole(value: string, what: string): number {
  if (!/^\d{1,10}$/.test(value)) throw usage(`${what} must be a whole number, not ${value}.`)
  return Number(value)
}

/** The value if it is one of those there are. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  value: string,
  what: string,
): Known {
  const found = known.find((entry) => entry.toLowerCase() === value.toLowerCase())
  if (found === undefined) throw usage(`${what} must be one of ${known.join(', ')}, not ${value}.`)
  return found
}
