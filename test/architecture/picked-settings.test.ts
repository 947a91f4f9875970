import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findWholeSettings } from './picked-settings.ts'

test.each(['src/app.ts', 'src/jobs.ts'])('%s hands each part the settings it names', (file) => {
  expect(findWholeSettings(readFileSync(file, 'utf8'))).toEqual([])
})

test.each([
  ['await mountSignIn(app, { config, db })', 'mountSignIn'],
  ['const sweeps = { ...all(), ...identitySweeps(pick(days), config) }', 'identitySweeps'],
  ['const engine = open({ settings: deps.config })', 'open'],
  ['const everything = config', 'value'],
])('the check itself notices %s', (source, callee) => {
  expect(findWholeSettings(source)).toEqual([callee])
})

test('the check itself accepts what is picked, and functions of the same file or of settings', () => {
  const source = `
import { identityConfigOf } from './identity/settings.ts'
    const identity = identityConfigOf(config)
    const { config, db } = deps
    const { publicUrl } = config
    const pick = (config: Config) => ({ url: config.publicUrl })
    function mount({ config, db }: Deps) {
      return area({ config: pick(config), publicUrl, caps: config.caps })
    }`
  expect(findWholeSettings(source)).toEqual([])
})
