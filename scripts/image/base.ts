import { execFileSync } from 'node:child_process'

const SUITE = 'bookworm'
/** What Node and the bundled PostgreSQL link to, and the shell that initdb and the Containerfile need. */
const PACKAGES = ['base-files', 'base-passwd', 'dash', 'libc6', 'libgcc-s1', 'libstdc++6']

/** A Debian that has little more than these packages and can run Binnacle, as a tarball. It has no apt. */
export function makeBase(tarball: string): void {
  const shell = 'ln -sf dash "$1/bin/sh"'
  const users =
    'for file in passwd group; do cp "$1/usr/share/base-passwd/$file.master" "$1/etc/$file"; done'
  // The texts of licences stay in usr/share/doc/*/copyright. The names of this machine are not for others.
  const surplus = 'usr/share/man usr/share/info usr/share/locale etc/hostname etc/resolv.conf'
  const texts = `cd "$1" && rm -rf ${surplus} usr/share/doc/*/changelog*`
  const hooks = [shell, users, texts].map((hook) => `--customize-hook=${hook}`)
  const args = ['--variant=extract', `--include=${PACKAGES.join(',')}`, ...hooks, SUITE, tarball]
  execFileSync('mmdebstrap', ['--quiet', ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
}
