/** Creates a Read-only token from a shell, with a user token of one's own. */
export const commandFor = (baseUrl: string, path: string): string =>
  `curl -H "X-API-Token: <API_TOKEN>" -H "Content-Type: application/json" ${baseUrl}/v0.1${path} -d '{"description": "Nightly report", "scope": ["viewer"]}'`
