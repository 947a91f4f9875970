import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRefused, isAllowed, toLicences } from '../../scripts/package/licences.ts'
import { makeSbom } from '../../scripts/package/sbom.ts'
import { listFolders, listInstalled } from '../../scripts/package/shipped.ts'

test('every package that is installed with Binnacle has a licence that is allowed', () => {
  const installed = listInstalled()
  expect(installed.length).toBeGreaterThan(30)
  expect(installed.map(({ name }) => name)).not.toContain('vitest')
  expect(findRefused(installed)).toEqual([])
})

test.each([
  ['MIT', true],
  ['(BSD-3-Clause OR GPL-2.0)', true],
  ['(MIT AND GPL-2.0)', false],
  ['GPL-3.0-only', false],
  ['unknown', false],
])('%s is allowed: %s', (license, expected) => {
  expect(isAllowed(license)).toBe(expected)
})

test('a package with another licence is refused by name', () => {
  const folder = undefined
  const other = { name: 'other', version: '1.0.0', license: 'AGPL-3.0', folder, part: undefined }
  expect(findRefused([other])).toEqual(['other 1.0.0: AGPL-3.0'])
})

test('the packages of the portal are those that its modules belong to', () => {
  const modules = [
    '/anywhere/node_modules/react/index.js',
    '/anywhere/node_modules/@tanstack/react-query/build/index.js?commonjs',
    '/anywhere/portal/main.tsx',
    '\0rolldown/runtime.js',
  ]
  expect(listFolders(modules)).toEqual(['node_modules/@tanstack/react-query', 'node_modules/react'])
})

test('the list of licences has the text of each package', () => {
  const text = toLicences(listInstalled())
  expect(text).toMatch(/^@fastify\/swagger-ui 6\.\S+, MIT$/m)
  expect(text).toContain('Permission is hereby granted, free of charge')
  expect(text).toContain('@embedded-postgres/windows-x64')
  expect(text).toContain('Dan Wheeler and Dropbox, Inc.')
})

test('the list of components has what ships, and nothing that differs between two builds', () => {
  const { version } = JSON.parse(readFileSync('node_modules/react/package.json', 'utf8'))
  const react = { name: 'react', version, license: 'MIT', part: 'portal' as const }
  const shipped = [...listInstalled(), { ...react, folder: 'node_modules/react' }]
  const sbom = JSON.parse(makeSbom(shipped))
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'binnacle' } },
  })
  expect(sbom.serialNumber ?? sbom.metadata.timestamp).toBeUndefined()
  const listed = (sbom.components as { purl: string }[]).map(({ purl }) => decodeURIComponent(purl))
  const expected = shipped.map(({ name, version }) => `pkg:npm/${name}@${version}`)
  expect(listed.sort()).toEqual([...new Set(expected)].sort())
  expect(() => makeSbom([{ ...react, version: '0.0.0', folder: undefined }])).toThrow('react@0.0.0')
})
