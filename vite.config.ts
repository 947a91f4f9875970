import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** All but the entry itself, which has to stay one. */
const IN_SHELL = /node_modules|\/portal\/(ui|shell|areas)\//

/** Small, and waits for nothing else: it begins the first requests while the rest is on its way. */
const AHEAD = /\/portal\/(first-requests|session|settings|paths)\.ts$/

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

/** The portal, built by `npm run build` to files that the server serves. */
export default defineConfig({
  root: 'portal',
  // The server puts the path of PORTAL_URL in its place.
  base: './',
  plugins: [react(), runAhead],
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
            { name: 'ahead', test: AHEAD, priority: 2 },
            // What every page needs is one file, which nothing joins that only some need.
            { name: 'shell', test: IN_SHELL, tags: ['$initial'], priority: 1 },
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
            },
          ],
        },
      },
    },
  },
})
