import { type Browser, chromium } from 'playwright-core'

let shared: Promise<Browser> | undefined

/** One for all files of a worker, which run one after the other. It ends with the worker. */
export function findBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

/** After a file, which leaves nothing to the next. */
export async function closeContexts(): Promise<void> {
  const browser = await findBrowser()
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Debian's Chromium, kept from calling home. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
