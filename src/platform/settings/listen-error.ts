type Names = Readonly<{
  host: 'HOST' | 'METRICS_ADDRESS'
  port: 'PORT' | 'TLS_PORT' | 'METRICS_ADDRESS'
}>
type Where = Readonly<{ host: string; port: number }>

/** The error of the system has only the address, and an operator has to know which setting it comes from. */
export const nameSettings =
  (names: Names, { host, port }: Where) =>
  (cause: unknown): never => {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} of ${host} is already in use. Set ${names.port} to another port, or stop the process that uses it.`,
        { cause },
      )
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new Error(
        `${host} is not an address of this machine. Set ${names.host} to one of its addresses.`,
        { cause },
      )
    }
    throw cause
  }
