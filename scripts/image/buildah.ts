import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What of an image's settings matters to whoever starts it. */
export type ImageConfig = Readonly<{
  User: string
  Env: readonly string[]
  Entrypoint: readonly string[]
  Cmd: readonly string[]
  WorkingDir: string
  StopSignal: string
  Healthcheck?: { Test: readonly string[] }
}>

const BASE = 'localhost/binnacle-base'

/** Images in a folder of their own: nothing of them is left on the machine when the folder is removed. */
export function openBuildah(folder: string) {
  const storage = join(folder, 'storage')
  const policy = join(folder, 'policy.json')
  mkdirSync(storage, { recursive: true })
  // No image comes from elsewhere, so there is no signature to check.
  writeFileSync(policy, '{"default": [{"type": "insecureAcceptAnything"}]}')
  const where = ['--root', storage, '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const run = (...args: string[]) =>
    execFileSync('buildah', [...where, ...args], {
      encoding: 'utf8',
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder },
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim()
  const signature = ['--signature-policy', policy]
  return {
    /** An image whose only layer is the tarball of a root file system. */
    importBase(tarball: string): void {
      const container = run('from', 'scratch')
      run('add', container, tarball, '/')
      run('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
      run('commit', ...signature, '--rm', container, BASE)
    },
    build(target: string, context: string): void {
      const how = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', ...signature]
      const what = ['--target', target, '--file', 'deploy/Containerfile', '--tag', tagOf(target)]
      run('build', ...how, '--build-arg', `BASE=${BASE}`, ...what, context)
    },
    readConfig(target: string): ImageConfig {
      return JSON.parse(run('inspect', '--type', 'image', tagOf(target))).Docker.config
    },
    /** A copy, because the storage is closed to everybody but root. */
    exportRoot(target: string, root: string): void {
      const container = run('from', '--pull-never', ...signature, tagOf(target))
      // With owners and modes, which decide what the user of the image can write.
      execFileSync('cp', ['-a', run('mount', container), root])
      run('rm', container)
    },
  }
}

const tagOf = (target: string) => `localhost/binnacle-image:${target}`
