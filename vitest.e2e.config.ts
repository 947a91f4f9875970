import { defineConfig } from 'vitest/config'

/** Browser tests: `npm run e2e`. They need Debian's `chromium` or another one named by CHROMIUM. */
export default defineConfig({
  test: {
    // Times are measured alone: beside other tests they tell of those.
    include: [process.env.MEASURE ? 'test/browser/*.measure.ts' : 'test/browser/**/*.e2e.ts'],
    globalSetup: ['test/support/database/global-setup.ts'],
    isolate: false,
    // Three at a time were no faster on two cores, and pages came late.
    maxWorkers: process.env.MEASURE ? 1 : 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
