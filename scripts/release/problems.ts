export type Manifest = Readonly<{ version: string; repository?: Readonly<{ url: string }> }>
export type Release = Readonly<{
  tag: string
  /** `owner/name`. */
  repository: string
  manifest: Manifest
  changelog: string
}>

/** Where a tag, package.json, the changelog and the repository name different releases or origins, as sentences. */
export function findReleaseProblems({ tag, repository, manifest, changelog }: Release): string[] {
  const { version } = manifest
  const address = manifest.repository?.url.replace(/^git\+/, '').replace(/\.git$/, '')
  const isListed = changelog
    .split('\n')
    .some((line) => line === `## ${version}` || line.startsWith(`## ${version}, `))
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and the version is ${version}.`]),
    ...(address === `https://github.com/${repository}`
      ? []
      : [`"repository" in package.json is ${address}, and this is ${repository}.`]),
    ...(isListed ? [] : [`CHANGELOG.md has no section "## ${version}".`]),
  ]
}
