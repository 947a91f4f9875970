import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { providePackage, writeTestFile } from '../emulator/in-a-folder.ts'

test('test_incident.py of the guide sees an incident with the published client, with no variable set', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'binnacle-pytest-'))
  try {
    providePackage(cwd)
    writeTestFile('python', 'test_incident.py', cwd)
    const args = ['-m', 'pytest', '-p', 'no:cacheprovider', 'test_incident.py']
    const { stdout, stderr, status } = spawnSync('/usr/bin/python3', args, {
      cwd,
      encoding: 'utf8',
      timeout: 170_000,
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: cwd },
    })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
    expect(stdout).toContain('1 passed')
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
