/** Settings of `az` for somebody who has a folder, and trusts the authority of a server. */
export const azEnvironment = (home: string, trusted: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  REQUESTS_CA_BUNDLE: trusted,
  AZURE_CONFIG_DIR: home,
  // It would count how often it is used, at an address of Azure.
  AZURE_CORE_COLLECT_TELEMETRY: 'false',
})
