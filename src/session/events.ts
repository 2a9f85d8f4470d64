import type { Events } from '#schemas/generated/channel.ts'
import type { SessionStore } from './store.ts'

const farewells: Record<Events['session_ended']['reason'], string | undefined> = {
  expired: 'session.ended',
  other_login: 'session.signedOutElsewhere',
  account_deleted: 'session.accountRemoved',
  logged_out: undefined,
}

type Handler = (session: SessionStore, data: unknown) => void

// The channel's worker has validated every event by its schema.
const handlers: Readonly<Record<string, Handler>> = {
  // spec 1 §4: update the connection status; routing follows from it.
  gateway_connection_changed(session, data) {
    const { serialNumber, connectionStatus, since } = data as Events['gateway_connection_changed']
    session.changeGateways((gateways) =>
      gateways.map((gateway) =>
        gateway.serialNumber === serialNumber
          ? { ...gateway, connectionStatus, connectionStatusSince: since ?? gateway.connectionStatusSince }
          : gateway,
      ),
    )
  },
  // spec 1 §4: log out without calling the server.
  session_ended(session, data) {
    session.end(farewells[(data as Events['session_ended']).reason])
  },
}

/** Live events that touch the session. */
export const takeEvent = (session: SessionStore, event: string, data: unknown): void =>
  handlers[event]?.(session, data)
