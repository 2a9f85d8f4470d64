import limits from '#catalogue/limits.json' with { type: 'json' }
import alarms from '#catalogue/rules/alarms.json' with { type: 'json' }
import type { Deletion } from './auth/deletion.ts'
import { UNACTIVATED_MS } from './auth/links.ts'
import type { SessionKeeper } from './auth/sessions.ts'
import type { LinkedAccounts } from './gateways/linked-accounts.ts'
import type { Channel } from './lib/channel/port.ts'
import type { Log } from './log.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { PushDevices } from './outbound/push-devices.ts'
import type { PersonalExports } from './privacy/exports.ts'
import type { Store } from './store/store.ts'

interface House {
  store: Store
  sessions: SessionKeeper
  channel: Pick<Channel, 'cutSession'>
  outbound: Outbound
  pushDevices: Pick<PushDevices, 'warn'>
  deletion: Deletion
  linkedAccounts: Pick<LinkedAccounts, 'sweep'>
  exports: Pick<PersonalExports, 'sweep'>
  log: Log
  now(): number
}

const EVERY_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** How long a notification is kept, seen or not. */
const NOTIFICATIONS_MS = 90 * DAY_MS
/** Who did what is kept so long; the page says so. */
const AUDIT_MS = limits.limits.auditKept.value
/** A browser that was not seen for so long is new again. */
const DEVICES_MS = 400 * DAY_MS

/** Once a minute: ends sessions that are over, with their connections; ends links that were for a while; tells devices whose session is about to end; forgets tokens, codes, counters, exports, letters, files of letters that nobody sent, notifications and alarms that are, and accounts whose days of grace are. */
export function keepHouse({
  store,
  sessions,
  channel,
  outbound,
  pushDevices,
  deletion,
  linkedAccounts,
  exports,
  log,
  now,
}: House): () => void {
  const tidy = async (): Promise<void> => {
    for (const { key } of await sessions.purge()) channel.cutSession(key, 'expired')
    await Promise.all([
      store.tokens.purge(now()),
      store.otps.purge(now()),
      store.accounts.removeUnactivated(now() - UNACTIVATED_MS),
      store.limits.purge(now()),
      store.oauth.purge(now()),
      store.notifications.purge(now() - NOTIFICATIONS_MS),
      store.alarmNotifications.purge(now() - alarms.keptDays * DAY_MS),
      store.audit.purge(now() - AUDIT_MS),
      store.knownDevices.purge(now() - DEVICES_MS),
      store.announcementFiles.sweep(now() - DAY_MS),
      outbound.purge(),
      pushDevices.warn(sessions.overWithin(DAY_MS)),
      deletion.sweep(),
      linkedAccounts.sweep(),
      exports.sweep(),
    ])
  }
  const timer = setInterval(() => {
    tidy().catch((error: unknown) =>
      log.error({ err: error }, 'old sessions and tokens could not be removed'),
    )
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
