import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import type { Mails } from '#server/outbound/mails.ts'
import type { Settings } from '#server/settings.ts'
import type { Store } from '#server/store/store.ts'
import type { Watcher } from '../homes.ts'
import type { AlarmBook } from './alarm-book.ts'
import { AlarmTelling, type AlarmTellingParts } from './alarm-telling.ts'
import { AlarmWatch } from './alarm-watch.ts'
import { Alarming } from './alarming.ts'
import { OutageTeller } from './outage-teller.ts'

interface Parts extends Pick<AlarmTellingParts, 'messenger' | 'outsiders' | 'notifier' | 'log' | 'clock'> {
  store: Store
  broker: Broker
  mails: Mails
  book: AlarmBook
  rules: AlarmRules
  settings: Settings
}

interface Alarms {
  alarming: Alarming
  /** What looks on while homes do what they do, as far as it is switched on. */
  watchers: readonly Watcher[]
  /** Tells what waits; whoever is told must be there by then. */
  look(): void
  /** Resolves when nothing is told any more. */
  close(): Promise<void>
}

/** What goes off in homes, and whom it is told to. */
export async function openAlarms(parts: Parts): Promise<Alarms> {
  const { store, broker, book, rules, settings, notifier, mails, log, clock } = parts
  const telling = new AlarmTelling(parts)
  const alarming = new Alarming({ store, book, broker, telling, now: clock.now })
  const watch = await AlarmWatch.open({
    ...{ store, alarming, log, clock },
    rules: { ...rules, alarms: book.rules((alarms) => watch.ruled(alarms)) },
  })
  const tellsOutages =
    settings.flags.GW_OO_NOTIF === true && settings.modules.default_gateway_notifications === true
  const outages = tellsOutages
    ? new OutageTeller({ store, notifier, mails, log, clock, rules: rules.outages })
    : undefined
  return {
    alarming,
    // Without the first one, alarms are raised by scenes alone.
    watchers: [
      ...(settings.flags.ALARM_SMARTS_ACTIVE === false ? [] : [watch]),
      ...(outages ? [outages] : []),
    ],
    look: () => telling.look(),
    async close() {
      outages?.close()
      watch.close()
      await telling.close()
    },
  }
}
