import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'

/** The test runner compiles these files itself, and accepts more than Node does. */
test('Node can run every file as it is', () => {
  const files = globSync('{bench,bin,cli,client,proof,scripts,src,test}/**/*.ts', {
    exclude: ['**/node_modules/**'],
  })
  expect(files.length).toBeGreaterThan(1000)
  const faults = files.flatMap((file) => {
    try {
      stripTypeScriptTypes(readFileSync(file, 'utf8'))
      return []
    } catch (error) {
      return [`${file}: ${error}`]
    }
  })
  expect(faults).toEqual([])
})
