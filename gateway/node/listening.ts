const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** A port cannot be listened on; the message says why, and what to do. */
export class ListenError extends Error {}

/** What an operator can mend, in a sentence; every other error as it is. `instead` is how to choose another port. */
export function listenError(
  error: unknown,
  { host, port, instead }: { host: string; port: number; instead: string },
): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} is taken; ${instead}`)
    case 'EACCES':
      return new ListenError(`Port ${port} is for the system's administrator only; ${instead}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`${host} is no address of this machine.`)
    default:
      return error
  }
}
