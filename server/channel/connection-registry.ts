import type { Client } from 'aedes'
import type { Connection } from './wire/connection.ts'

/** Who is connected. */
export class ConnectionRegistry {
  readonly #clients = new Map<Connection, Client>()
  readonly #users = new Map<string, Set<Connection>>()
  readonly #gateways = new Map<string, Connection>()

  get size(): number {
    return this.#clients.size
  }

  add(connection: Connection, client: Client): void {
    this.#clients.set(connection, client)
    const who = connection.principal
    if (who?.kind === 'gateway') this.#gateways.set(who.serialNumber, connection)
    if (who?.kind !== 'user') return
    const open = this.#users.get(who.userId) ?? new Set()
    this.#users.set(who.userId, open.add(connection))
  }

  /** True when it was there. */
  remove(connection: Connection): boolean {
    const who = connection.principal
    if (who?.kind === 'gateway' && this.#gateways.get(who.serialNumber) === connection)
      this.#gateways.delete(who.serialNumber)
    if (who?.kind === 'user') {
      const open = this.#users.get(who.userId)
      open?.delete(connection)
      if (open?.size === 0) this.#users.delete(who.userId)
    }
    return this.#clients.delete(connection)
  }

  clientOf(connection: Connection): Client | undefined {
    return this.#clients.get(connection)
  }

  users(): string[] {
    return [...this.#users.keys()]
  }

  ofUser(userId: string): Connection[] {
    return [...(this.#users.get(userId) ?? [])]
  }

  ofSession(sessionKey: string): Connection[] {
    return [...this.#clients.keys()].filter(
      ({ principal }) => principal?.kind === 'user' && principal.sessionKey === sessionKey,
    )
  }

  ofGateway(serialNumber: string): Connection | undefined {
    return this.#gateways.get(serialNumber)
  }

  /** False when it left, or when a newer connection of the same gateway took its place. */
  isCurrent(connection: Connection): boolean {
    const who = connection.principal
    return who?.kind === 'gateway'
      ? this.#gateways.get(who.serialNumber) === connection
      : this.#clients.has(connection)
  }

  all(): Connection[] {
    return [...this.#clients.keys()]
  }
}
