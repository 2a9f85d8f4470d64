import type { Broker } from '#server/lib/channel/port.ts'
import { MissingReferenceError } from '#server/store/errors.ts'
import type { AlarmFacts, KeptAlarmNotification } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import type { AlarmBook } from './alarm-book.ts'
import type { AlarmTelling } from './alarm-telling.ts'

export interface AlarmingParts {
  store: Pick<Store, 'alarmNotifications' | 'gateways' | 'memberships'>
  book: Pick<AlarmBook, 'of'>
  broker: Pick<Broker, 'publishToUser' | 'publishToAdmins'>
  telling: Pick<AlarmTelling, 'look' | 'next'>
  now(): number
}

interface Raised {
  serialNumber: string
  code: string
  subject: string
  facts: AlarmFacts
}

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
      if (raised) this.#parts.telling.look()
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

  /** Who hears of it next, and by which ways; nobody once somebody has reacted. */
  next(notification: KeptAlarmNotification): ReturnType<AlarmTelling['next']> {
    return this.#parts.telling.next(notification)
  }

  /** What somebody says when another one was quicker; false: he has said something already. */
  async add(id: string, userId: string, response: string): Promise<boolean> {
    const { store, now } = this.#parts
    if (!(await store.alarmNotifications.add(id, { userId, response, at: now() }))) return false
    const reacted = await store.alarmNotifications.find(id)
    if (reacted) await this.#told('updated', reacted)
    return true
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
}
