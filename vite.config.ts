import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    target: 'es2023',
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) =>
          name.startsWith('shared') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          // What several pages share comes in a few files instead of dozens of crumbs.
          groups: [
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 16_000,
            },
          ],
        },
      },
    },
  },
})
