/** The command was called in a way it does not understand. The message is an example that works. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
