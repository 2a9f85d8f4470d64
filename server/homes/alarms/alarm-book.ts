import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import type { KeptAlarm } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'

interface Parts {
  store: Pick<Store, 'alarms'>
  broker: Pick<Broker, 'connectedUsers' | 'publishToUser' | 'publishToAdmins'>
}

type Change = 'created' | 'updated' | 'removed'

/** The alarms that there are, as homes ask for them without waiting. */
export class AlarmBook {
  readonly #parts: Parts
  #alarms: readonly KeptAlarm[] = []

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Alarms that are shipped are there from the first start on. */
  static async open(parts: Parts, { alarms, escalationTimes }: AlarmRules): Promise<AlarmBook> {
    await parts.store.alarms.seed(
      alarms.map(({ alarmId, alarmCode, icon, alarmPriorityCode, wayOfNotify, alarmName }) => ({
        number: alarmId,
        code: alarmCode,
        icon,
        priority: alarmPriorityCode,
        ways: wayOfNotify,
        names: alarmName,
      })),
      escalationTimes.map((escalationTime, priority) => ({
        priority: priority as KeptAlarm['priority'],
        escalationTime,
      })),
    )
    const book = new AlarmBook(parts)
    await book.#read()
    return book
  }

  of(key: { code: string } | { number: number }): KeptAlarm | undefined {
    return this.#alarms.find((one) => ('code' in key ? one.code === key.code : one.number === key.number))
  }

  /** The table of alarms as gateways know it (spec 2 §3). */
  readonly table = (): readonly AlarmEntry[] =>
    this.#alarms.map(({ number, names }) => ({
      alarmId: number,
      alarm: names.map(({ name, desc, lang }) => ({ name, lang, ...(desc !== undefined && { desc }) })),
    }))

  /** An administrator has changed one; whoever looks at alarms hears of it. */
  async changed(change: Change, alarmCode: string): Promise<void> {
    await this.#read()
    const { broker } = this.#parts
    const data = { alarmCode }
    broker.publishToAdmins({ event: `admin_alarm_${change}`, data })
    for (const userId of broker.connectedUsers())
      broker.publishToUser(userId, { event: `user_alarm_${change}`, data })
  }

  async #read(): Promise<void> {
    this.#alarms = (await this.#parts.store.alarms.list()).data
  }
}
