import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** All but the entry itself, which has to stay one. */
const IN_SHELL = /node_modules|\/portal\/(ui|shell|areas)\//

/** The portal, built by `npm run build` to files that the server serves. */
export default defineConfig({
  root: 'portal',
  // The server puts the path of PORTAL_URL in its place.
  base: './',
  plugins: [react()],
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
