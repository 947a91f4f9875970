import { defineConfig } from 'vitest/config'

/** Published clients against the server: `npm run conformance -- <client>`, which installs them first. */
export default defineConfig({
  test: {
    include: ['**/*.client.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/watch-answers.ts'],
    // The work is done by the processes they start; the workers themselves only wait.
    maxWorkers: 4,
    // A client takes a second to start, and longer on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
