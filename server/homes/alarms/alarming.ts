import { alarmNameIn } from '#gateway/lib/names/alarm-name.ts'
import type { Broker, ChannelLog } from '#server/lib/channel/port.ts'
import type { Language } from '#server/lib/language.ts'
import type { Notifier } from '#server/notifications.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import type { AlarmFacts, KeptAlarmNotification } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import type { AlarmBook } from './alarm-book.ts'

export interface AlarmingParts {
  store: Pick<Store, 'alarmNotifications' | 'accounts' | 'gateways' | 'memberships'>
  book: Pick<AlarmBook, 'of'>
  broker: Pick<Broker, 'publishToUser' | 'publishToAdmins'>
  notifier: Pick<Notifier, 'notify'>
  log: ChannelLog
  now(): number
}

interface Raised {
  serialNumber: string
  code: string
  subject: string
  facts: AlarmFacts
}

/** Low ones wait until somebody looks. */
const RINGS_FROM = 1

/** Keeps that an alarm goes off, is over or was reacted to, and tells everybody whom it concerns (spec 3 §4). */
export class Alarming {
  readonly #parts: AlarmingParts

  constructor(parts: AlarmingParts) {
    this.#parts = parts
  }

  /** Nothing happens when it is open already, when the alarm was deleted, or when nobody has the gateway. Rejects when it can't be kept. */
  async raise({ serialNumber, code, subject, facts }: Raised, moment = false): Promise<void> {
    const { store, book, now } = this.#parts
    const alarm = book.of({ code })
    const gateway = await store.gateways.find(serialNumber)
    if (!alarm || !gateway?.userId) return
    try {
      const raised = await store.alarmNotifications.raise({
        ...{ serialNumber, alarm, subject, facts, moment },
        at: now(),
      })
      if (raised) await this.#told('created', raised)
      if (raised && raised.priority >= RINGS_FROM) await this.#ring(raised)
    } catch (error) {
      if (!(error instanceof MissingReferenceError)) throw error
    }
  }

  /** A scene raises an alarm by its number; false: nobody here knows it. */
  async raiseByScene(
    serialNumber: string,
    number: number,
    scene: { id: string; name: string },
  ): Promise<boolean> {
    const alarm = this.#parts.book.of({ number })
    if (!alarm) return false
    const facts = { sceneName: scene.name }
    await this.raise({ serialNumber, code: alarm.code, subject: scene.id, facts }, true)
    return true
  }

  async over(key: Omit<Raised, 'facts'>): Promise<void> {
    const { store, now } = this.#parts
    const over = await store.alarmNotifications.over(key, now())
    if (over) await this.#told('updated', over)
  }

  /** The notification as it is afterwards; undefined: somebody else was quicker. */
  async react(id: string, userId: string, response: string): Promise<KeptAlarmNotification | undefined> {
    const { store, now } = this.#parts
    if (!(await store.alarmNotifications.react(id, { userId, response, at: now() }))) return undefined
    const reacted = await store.alarmNotifications.find(id)
    if (reacted) await this.#told('updated', reacted)
    return reacted
  }

  /** Administrators hear of every home, everybody else of his own (spec 3 §4). */
  async #told(change: 'created' | 'updated', notification: KeptAlarmNotification): Promise<void> {
    const { store, broker } = this.#parts
    const { id, serialNumber, code, priority, reactedAt, overAt } = notification
    const data = {
      ...{ serialNumber, notificationId: id, alarmCode: code, alarmPriorityCode: priority },
      isReacted: reactedAt !== undefined,
      isOver: overAt !== undefined,
    }
    broker.publishToAdmins({ event: `alarm_notification_${change}`, data })
    for (const { userId } of await store.memberships.entitledUsers(serialNumber))
      broker.publishToUser(userId, { event: `user_alarm_notification_${change}`, data })
  }

  async #ring({ serialNumber, names, facts }: KeptAlarmNotification): Promise<void> {
    const { store, notifier, log } = this.#parts
    for (const { userId } of await store.memberships.entitledUsers(serialNumber))
      try {
        const language: Language = (await store.accounts.find(userId))?.preferredLanguage ?? 'ch_DE'
        const { name = '', desc = '' } = alarmNameIn(names, language) ?? {}
        const body = [placeOf(facts), desc].filter((one) => one !== '').join('\n')
        await notifier.notify({ userId, gateway: serialNumber, title: name, body, kind: 'alarm' })
      } catch (error) {
        log.error({ serialNumber, error: String(error) }, 'Somebody was not told of an alarm')
      }
  }
}

/** Device, room and scene, as far as the alarm is about one. */
const placeOf = ({ deviceName, roomName, sceneName }: AlarmFacts): string =>
  [deviceName, roomName, sceneName].filter((one) => one).join(' · ')
