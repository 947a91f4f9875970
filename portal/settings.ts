/** What the server wrote into the page: addresses, never secrets. */
export type Settings = Readonly<{
  /** Area A. */
  baseUrl: string
  /** Areas B and C. */
  managementUrl: string
  /** In the paths of areas B and C, as in `Microsoft.ResourceHealth`. */
  vendor: string
  issuer: string
  /** Empty if the server has no explorer. */
  explorerUrl: string
  /** Where the portal itself is, without a slash at the end. */
  portalUrl: string
  /** Whether the server sends e-mail. */
  hasMail: boolean
}>

const read = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="binnacle-${name}"]`)?.content ?? ''

export const settings: Settings = Object.freeze({
  baseUrl: read('base-url'),
  managementUrl: read('management-url'),
  vendor: read('vendor'),
  issuer: read('issuer'),
  explorerUrl: read('explorer-url'),
  portalUrl: read('portal-url'),
  hasMail: read('mail') === 'on',
})

/** The path below which the portal lives: empty, or like `/console`. */
export const basePath = new URL(settings.portalUrl, location.href).pathname.replace(/\/$/, '')

/** The browser shows it to script as a property only. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare const VERSION: string

/** Of the build: the server serves the one it was installed with. */
export const version = VERSION
