import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A unit file: the values of each setting of its [Service] section, in order. */
export type Unit = Readonly<{ name: string; file: string; service: ReadonlyMap<string, string[]> }>

export function readUnit(file: string): Unit {
  const service = new Map<string, string[]>()
  let section = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key === undefined || section !== 'Service') continue
    service.set(key, [...(service.get(key) ?? []), value])
  }
  return { name: basename(file), file, service }
}

export const valuesOf = ({ service }: Unit, key: string) => service.get(key) ?? []

export function oneValueOf(unit: Unit, key: string): string {
  const [value, ...others] = valuesOf(unit, key)
  if (value === undefined || others.length > 0) throw new Error(`${unit.name}: one ${key} expected`)
  return value
}

/** Where systemd puts the credentials of the unit. */
export const credentialsOf = ({ name }: Unit) => `/run/credentials/${name}`

/** `Environment=`, with the folder of the credentials in the place of %d. */
export function environmentOf(unit: Unit): Record<string, string> {
  const variables = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '))
  return Object.fromEntries(
    variables.map((variable): [string, string] => {
      const [name = '', value = ''] = variable.split('=')
      return [name, value.replaceAll('%d', credentialsOf(unit))]
    }),
  )
}
