import { defineConfig } from 'vitest/config'

/** Browser tests: `npm run e2e`. They need Debian's `chromium` or another one named by CHROMIUM. */
export default defineConfig({
  test: {
    // Times are measured alone: beside other tests they tell of those.
    include: [process.env.MEASURE ? 'test/browser/*.measure.ts' : 'test/browser/**/*.e2e.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Each waits for its browser more than it works; left to itself, two cores would get one file at a time.
    maxWorkers: process.env.MEASURE ? 1 : 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 5000 } },
  },
})
