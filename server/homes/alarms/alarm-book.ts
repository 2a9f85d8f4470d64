import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { atLeast, dotted } from '#gateway/lib/gateways/versions.ts'
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Alarm } from '#schemas/generated/entities/alarm.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import type { KeptAlarm } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import { raisedWith, whenOf } from './conditions.ts'

const SMART = dotted(catalogue.limits.alarmSmartVersion.value)

interface Parts {
  store: Pick<Store, 'alarms' | 'alarmTables' | 'gateways' | 'marks'>
  broker: Pick<Broker, 'connectedUsers' | 'publishToUser' | 'publishToAdmins'>
  now(): number
}

/** Sends the table to one gateway of its own; false: it is not there, or does not know it. */
type Send = (serialNumber: string, alarms: readonly AlarmEntry[]) => Promise<boolean>

type Change = 'created' | 'updated' | 'removed'

/** The alarms that there are, as homes ask for them without waiting. */
export class AlarmBook {
  readonly #parts: Parts
  #alarms: readonly KeptAlarm[] = []
  #gateways: { online(): readonly string[]; send: Send } = { online: () => [], send: async () => false }

  readonly #shipped: AlarmRules['alarms']
  readonly #repeats: AlarmRules['repeats']
  #onRules: ((alarms: AlarmRules['alarms']) => void) | undefined

  private constructor(parts: Parts, { alarms, repeats }: Pick<AlarmRules, 'alarms' | 'repeats'>) {
    this.#parts = parts
    this.#repeats = repeats
    this.#shipped = alarms
  }

  /** Alarms that are shipped are there from the first start on. */
  static async open(parts: Parts, { alarms, escalationTimes, repeats }: AlarmRules): Promise<AlarmBook> {
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
    const book = new AlarmBook(parts, { alarms, repeats })
    await book.#read()
    return book
  }

  /** When homes raise it by themselves, and how often its last level is told again. */
  about(alarm: Pick<KeptAlarm, 'code' | 'priority' | 'condition'>): Pick<Alarm, 'when' | 'repeats'> {
    const raisedBy = this.raisedBy(alarm.code)
    return {
      ...(raisedBy && { when: whenOf(raisedBy, alarm.condition) }),
      repeats: this.#repeats[alarm.priority] ?? 0,
    }
  }

  /** What raises it, as shipped; undefined: only scenes do. */
  raisedBy(code: string): AlarmRules['alarms'][number]['raisedBy'] {
    return this.#shipped.find(({ alarmCode }) => alarmCode === code)?.raisedBy
  }

  /** What homes are watched by, with the figures that administrators gave; told again whenever one changes. */
  rules(onChange: (alarms: AlarmRules['alarms']) => void): AlarmRules['alarms'] {
    this.#onRules = onChange
    return this.#rules()
  }

  #rules(): AlarmRules['alarms'] {
    return this.#shipped.map((rule) => {
      const { raisedBy } = rule
      return raisedBy
        ? { ...rule, raisedBy: raisedWith(raisedBy, this.of({ code: rule.alarmCode })?.condition) }
        : rule
    })
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

  /** Gateways of their own, which keep a table that the server sends them. */
  serve(gateways: { online(): readonly string[]; send: Send }): void {
    this.#gateways = gateways
  }

  /** Sends the table to every such gateway; undefined: they have been sent its last change (spec 3 §8). */
  async refresh(): Promise<{ gateways: number; taken: number } | undefined> {
    const { marks } = this.#parts.store
    const [changed, sent] = [await marks.since('alarms'), await marks.since('alarmsSent')]
    if (sent !== undefined && sent >= (changed ?? 0)) return undefined
    const gateways = await this.#smart(this.#gateways.online())
    const table = this.table()
    const taken = await Promise.all(gateways.map((one) => this.#send(one, table, changed ?? 0)))
    await marks.put('alarmsSent', Math.max(this.#parts.now(), changed ?? 0))
    return { gateways: gateways.length, taken: taken.filter((one) => one).length }
  }

  /** Whether gateways have yet to be sent the last change. */
  async isAhead(): Promise<boolean> {
    const { marks } = this.#parts.store
    return ((await marks.since('alarms')) ?? 0) > ((await marks.since('alarmsSent')) ?? 0)
  }

  /** A gateway of its own has come: it may have missed a change. */
  async came(serialNumber: string): Promise<void> {
    const changed = (await this.#parts.store.marks.since('alarms')) ?? 0
    for (const one of await this.#smart([serialNumber])) await this.#send(one, this.table(), changed)
  }

  /** How many gateways keep the table, and how many do not know its last change. */
  async standing(): Promise<{ changedAt?: number; gateways: number; behind: number; isAhead: boolean }> {
    const { marks, alarmTables } = this.#parts.store
    const changedAt = await marks.since('alarms')
    return {
      ...(changedAt !== undefined && { changedAt }),
      ...(await alarmTables.standing(changedAt ?? 0)),
      isAhead: await this.isAhead(),
    }
  }

  async #send(serialNumber: string, table: readonly AlarmEntry[], changed: number): Promise<boolean> {
    const taken = await this.#gateways.send(serialNumber, table)
    await this.#parts.store.alarmTables.sent(serialNumber, taken ? changed : undefined)
    return taken
  }

  /** Those whose firmware knows what to do with a table of alarms (spec 3 §6); what does not tell its version may. */
  async #smart(serialNumbers: readonly string[]): Promise<readonly string[]> {
    const known = await this.#parts.store.gateways.some(serialNumbers)
    const old = new Set(
      known
        .filter(({ currentFWVersion: version }) => version !== undefined && !atLeast(version, SMART))
        .map(({ serialNumber }) => serialNumber),
    )
    return serialNumbers.filter((one) => !old.has(one))
  }

  /** An administrator has changed one; whoever looks at alarms hears of it. */
  async changed(change: Change, alarmCode: string): Promise<void> {
    await this.#read()
    this.#onRules?.(this.#rules())
    const { broker, store, now } = this.#parts
    await store.marks.put('alarms', Math.max(now(), ((await store.marks.since('alarmsSent')) ?? 0) + 1))
    const data = { alarmCode }
    broker.publishToAdmins({ event: `admin_alarm_${change}`, data })
    for (const userId of broker.connectedUsers())
      broker.publishToUser(userId, { event: `user_alarm_${change}`, data })
  }

  async #read(): Promise<void> {
    this.#alarms = (await this.#parts.store.alarms.list()).data
  }
}
