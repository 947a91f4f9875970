const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i

/** A host that is this machine and nothing else, as a name or an address. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
