import type { UserPrincipal } from './principal.ts'

/** Who may sign in. Neither answers why not. */
export interface Credentials {
  /** The session that a channel token was issued for, while both live. */
  sessionOf(token: string): Promise<Omit<UserPrincipal, 'kind'> | undefined>
  gatewaySecret(serialNumber: string, secret: string): Promise<boolean>
}
