export type Sent = Readonly<{ method: string; path: string; status: number }>
type SdkRequest = Readonly<{ method: string; url: string }>
type SdkSend = (request: SdkRequest) => Promise<{ status: number }>

/** What a published client sends, by a policy that it takes as an option. */
export function recordSent() {
  const sent: Sent[] = []
  const policy = {
    name: 'listen',
    async sendRequest(request: SdkRequest, send: SdkSend) {
      const answer = await send(request)
      const { pathname } = new URL(request.url)
      sent.push({ method: request.method, path: pathname, status: answer.status })
      return answer
    },
  }
  return { sent, options: { additionalPolicies: [{ policy, position: 'perRetry' }] } }
}
