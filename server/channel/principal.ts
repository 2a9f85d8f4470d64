/** Who is on the other side of a connection. */
export type Principal = UserPrincipal | GatewayPrincipal

export interface UserPrincipal {
  kind: 'user'
  userId: string
  sessionKey: string
  /** A program acts for the user: on this gateway alone, within its scopes. */
  program?: { serialNumber: string; scopes: readonly string[] }
}

export interface GatewayPrincipal {
  kind: 'gateway'
  serialNumber: string
}
