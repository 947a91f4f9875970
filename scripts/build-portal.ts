/**
 * Builds the portal into `dist/portal`, compresses its files once for everybody, and fails when
 * the script that the first page needs has outgrown its budget.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { listFolders, PORTAL_PACKAGES } from './package/shipped.ts'

const FOLDER = 'dist/portal'
const BUDGET_BYTES = 200_000
/** What somebody waits for who opens the portal: the entry with the home page, or with the page of apps. */
const ENTRY = 'index.html'
const HOME = 'home/HomePage.tsx'
const FIRST_PAGES = [HOME, 'areas/app-management/apps/AppsPage.tsx']

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

const built = await build({ logLevel: 'warn' })
recordPackages()
for (const file of globSync(`${FOLDER}/assets/*.{js,css,svg}`)) compress(file)
checkBudget()

/** Their licences are part of the package. */
function recordPackages(): void {
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const modules = outputs.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
  mkdirSync(dirname(PORTAL_PACKAGES), { recursive: true })
  writeFileSync(PORTAL_PACKAGES, JSON.stringify(listFolders(modules), undefined, 2))
}

function compress(file: string): void {
  const source = readFileSync(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(source, { params: quality }))
}

function checkBudget(): void {
  const manifest = JSON.parse(readFileSync(`${FOLDER}/manifest.json`, 'utf8')) as Record<
    string,
    Chunk
  >
  for (const page of FIRST_PAGES) checkPage(manifest, page)
}

function checkPage(manifest: Record<string, Chunk>, page: string): void {
  const needed = new Set<string>()
  collect(manifest, ENTRY, needed)
  // Home shows all its parts at once, also those that it would load by themselves.
  collect(manifest, page, needed, page === HOME)
  const sizes = [...needed].map((file) => gzipSync(readFileSync(`${FOLDER}/${file}`)).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const figure = `${(total / 1000).toFixed(1)} kB gzip in ${needed.size} files`
  console.log(`script for the first load of ${page}: ${figure}; budget ${BUDGET_BYTES / 1000} kB`)
  if (total > BUDGET_BYTES) {
    console.error('The first load is over its budget. Load later what it can do without.')
    process.exitCode = 1
  }
}

function collect(
  manifest: Record<string, Chunk>,
  name: string,
  needed: Set<string>,
  withLazy = false,
): void {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`the build has no ${name}`)
  if (needed.has(chunk.file)) return
  needed.add(chunk.file)
  const { imports = [], dynamicImports = [] } = chunk
  // What only operators see may come later.
  const lazy = withLazy ? dynamicImports.filter((other) => !other.startsWith('operate/')) : []
  for (const other of [...imports, ...lazy]) {
    collect(manifest, other, needed, withLazy)
  }
}
