/** Creates a Read-only token from a shell; `TOKEN` is a user token of one's own. */
export const commandFor = (baseUrl: string, path: string): string =>
  `curl -H "X-API-Token: $TOKEN" -H "Content-Type: application/json" ${baseUrl}/v0.1${path} -d '{"description": "Nightly report", "scope": ["viewer"]}'`
