/** Who is on the other side of a connection. */
export type Principal = UserPrincipal | GatewayPrincipal

export interface UserPrincipal {
  kind: 'user'
  userId: string
  sessionKey: string
}

export interface GatewayPrincipal {
  kind: 'gateway'
  serialNumber: string
}
