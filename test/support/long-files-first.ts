import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, in this order. */
export const LONG_FILES = [
  'src/processes/dev/dev.test.ts',
  'test/cli/seed.test.ts',
  'src/processes/dev/settings.test.ts',
  'src/processes/traces.test.ts',
  'test/cli/rehearse.test.ts',
  'src/areas/app-management/rights.test.ts',
  'test/architecture/repeats.test.ts',
  'src/areas/app-management/long-lists.test.ts',
  'src/areas/quota/fulfilment/providers.test.ts',
  'test/cli/examples.test.ts',
  'src/processes/processes.test.ts',
  'test/browser/health/asking.e2e.ts',
]

/** Begun last, one of them would go on alone when all others have ended. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG_FILES.indexOf(relative(process.cwd(), moduleId))
  return found === -1 ? LONG_FILES.length : found
}
