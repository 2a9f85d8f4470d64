/** Who is on the other side of a connection. */
export type Principal = UserPrincipal | GatewayPrincipal

export interface UserPrincipal {
  kind: 'user'
  userId: string
  sessionKey: string
  /** A program, or whoever holds the gateway, acts for the user: on this gateway alone, within these scopes. */
  program?: Confinement
  /** An administrator looks on: whatever he sends changes nothing (decision 0216). */
  viewer?: string
}

interface Confinement {
  serialNumber: string
  scopes: readonly string[]
  /** It also hears what the user is told about this gateway. */
  hears?: true
}

export interface GatewayPrincipal {
  kind: 'gateway'
  serialNumber: string
}
