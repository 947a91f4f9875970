import { defineConfig } from 'vitest/config'

/** Published clients against the server: `npm run conformance -- <client>`, which installs them first. */
export default defineConfig({
  test: {
    include: ['**/*.client.ts'],
    globalSetup: ['test/support/database/global-setup.ts'],
    setupFiles: ['test/support/http/watch-answers.ts'],
    // Loading the modules anew for every file costs seconds; no file changes what it imports.
    isolate: false,
    // The work is done by the processes they start; the workers themselves only wait.
    maxWorkers: 4,
    // A client takes a second to start, and longer on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
