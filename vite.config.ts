import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** All but the entry itself, which has to stay one. */
const IN_SHELL = /node_modules|\/portal\/(ui|shell|areas)\//

/** Small, and waits for nothing else: it begins the first requests while the rest is on its way. */
const AHEAD = /\/portal\/(first-pages|first-requests|session|settings|paths)\.ts$/

/** What Home always shows: as one file, because a dozen crumbs compress badly. */
const HOME =
  /\/portal\/home\/|\/portal\/management\/(clients|subscriptions|NoSubscriptions)\.|\/client\/pages\.ts$|\/service-health\/(events\/(event-keys|event-summary|queries|EventBadges)|now\/EventCard|event\/plain-text|useAnnouncedEvents)\.|\/quota\/(quota-api|limits\/(queries|usage-level|UsageBar)|requests\/queries)\./

/** What every page is made of. */
const PARTS =
  /\/portal\/ui\/(page\/(PageHeader|Section)|state\/(Delayed|EmptyState|Loaded|Notice|SkeletonLines)|text\/(Copy\w+|RelativeTime|relative-time|ScreenReaderOnly|visually-hidden))\./

/** What every page with a list has. */
const TABLE =
  /\/portal\/ui\/table\/(DataTable|FilterField|SelectionBox|TableRows|data-table|selection|use)|\/@tanstack\/(react-)?virtual|\/apps\/Apps(Page|Table)\./

/** A part of the entry runs as soon as it has arrived only when it is a script of its own. */
const runAhead: Plugin = {
  name: 'run-ahead',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const file = Object.values(bundle).find(({ name }) => name === 'ahead')
      if (!file) throw new Error('the build has no file of what runs ahead')
      const attrs = { type: 'module', async: true, crossorigin: true, src: `./${file.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head' }]
    },
  },
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The portal, built by `npm run build` to files that the server serves. */
export default defineConfig({
  root: 'portal',
  // The server puts the path of PORTAL_URL in its place.
  base: './',
  plugins: [react(), runAhead],
  define: { VERSION: JSON.stringify(version) },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // A data: address would not be cached, nor compressed.
    assetsInlineLimit: 0,
    // The budget of the first load is what counts, and the build checks it.
    chunkSizeWarningLimit: 1000,
    target: 'es2023',
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) =>
          name.startsWith('shared') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          // What several pages share comes in a few files instead of dozens of crumbs.
          groups: [
            { name: 'ahead', test: AHEAD, priority: 3 },
            // What every page needs is one file, which nothing joins that only some need.
            { name: 'shell', test: IN_SHELL, tags: ['$initial'], priority: 2 },
            { name: 'parts', test: PARTS, priority: 1 },
            { name: 'home', test: HOME },
            { name: 'table', test: TABLE },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 3_000,
            },
          ],
        },
      },
    },
  },
})
