import type { UserPrincipal } from './principal.ts'

/** Structured, secret-free; pino fits. */
export interface ChannelLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface ChannelMetrics {
  count(name: string, labels?: Readonly<Record<string, string>>): void
}

/** Who may sign in. Neither answers why not. */
export interface Credentials {
  /** The session that a channel token was issued for, while both live. */
  sessionOf(token: string): Promise<Omit<UserPrincipal, 'kind'> | undefined>
  gatewaySecret(serialNumber: string, secret: string): Promise<boolean>
}
