import { isUpgradeStatus } from '#gateway/lib/gateways/gateway-condition.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { SessionStore } from './store.ts'

const signOutReasons: Record<Events['session_ended']['reason'], string | undefined> = {
  expired: 'session.ended',
  other_login: 'session.signedOutElsewhere',
  disowned: 'session.disowned',
  account_deleted: 'session.accountRemoved',
  account_disabled: 'session.accountDisabled',
  logged_out: undefined,
}

type Handlers = { readonly [N in keyof Events]?: (session: SessionStore, data: Events[N]) => void }

const lose = (session: SessionStore, { serialNumber }: { serialNumber: string }): void =>
  session.loseGateway(serialNumber)

/** The whole record as it is now; a sign that it no longer carries is gone. */
const replace = (session: SessionStore, { gateway }: { gateway: Gateway }): void =>
  session.replaceGateway(gateway)

const replacing = (session: SessionStore, serialNumbers: readonly string[], news: Partial<Gateway>): void => {
  for (const serialNumber of serialNumbers) session.changeGateway(serialNumber, news)
}

/** spec 1 §4 live gateway events: what they change; where that leads is up to the routing rules. */
const handlers: Handlers = {
  gateway_connection_changed(session, { serialNumber, connectionStatus, since, cause }) {
    session.changeGateway(serialNumber, {
      connectionStatus,
      connectionCause: cause,
      ...(since !== undefined && { connectionStatusSince: since }),
    })
  },
  gateway_assigned: (session, { gateway }) => session.addGateway(gateway),
  gateway_unassigned: lose,
  gateway_removed: lose,
  gateway_changed: replace,
  gateway_mode_changed: replace,
  replacement_created: (session, data) =>
    replacing(session, [data.serialNumber, data.with], { replacementInProgress: true }),
  replacement_finished: (session, data) =>
    replacing(session, [data.serialNumber, data.with], {
      replacementInProgress: false,
      replacementFinsihed: true,
    }),
  privilege_changed: (session, { serialNumber, privileged, userId }) =>
    session.changeGateway(serialNumber, { privileged, privilegedBy: privileged ? userId : undefined }),
  lock_changed: (session, { serialNumber, lockStatus }) =>
    session.changeGateway(serialNumber, { lockStatus }),
  firmware_progress: (session, { serialNumber, status }) =>
    session.changeGateway(serialNumber, { firmwareUpgradeInProgress: isUpgradeStatus(status) }),
  device_firmware: (session, { serialNumber, status }) =>
    session.changeGateway(serialNumber, { deviceFirmwareInProgress: status === 'updating' }),
  backup_making: (session, { serialNumber, status }) =>
    session.changeGateway(serialNumber, { backupInProgress: status === 'inProgress' }),
  backup_progress: (session, { serialNumber, status }) =>
    session.changeGateway(serialNumber, { backupRestoreInProgress: status === 'inProgress' }),
  subscription_changed: (session, { serialNumber, subscriptionLockMode }) =>
    session.changeGateway(serialNumber, { subscriptionLockMode }),
  // Without calling the server: it has ended it.
  session_ended: (session, { reason }) => session.end(signOutReasons[reason]),
}

/** Live events that touch the session. They are the server's: the channel hears them on the server's own topics only. */
export const takeEvent = (session: SessionStore, event: string, data: unknown): void =>
  (handlers as Readonly<Record<string, (session: SessionStore, data: unknown) => void>>)[event]?.(
    session,
    data,
  )
