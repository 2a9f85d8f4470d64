import catalogue from '#catalogue/limits.json' with { type: 'json' }
import { atLeast, dotted } from '#gateway/lib/gateways/versions.ts'
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Alarm, AlarmWhen } from '#schemas/generated/entities/alarm.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import type { KeptAlarm } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'

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

  readonly #when: ReadonlyMap<string, AlarmWhen>
  readonly #repeats: AlarmRules['repeats']

  private constructor(parts: Parts, { alarms, repeats }: Pick<AlarmRules, 'alarms' | 'repeats'>) {
    this.#parts = parts
    this.#repeats = repeats
    this.#when = new Map(
      alarms.flatMap(({ alarmCode, raisedBy }) => (raisedBy ? [[alarmCode, whenOf(raisedBy)]] : [])),
    )
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
  about({ code, priority }: Pick<KeptAlarm, 'code' | 'priority'>): Pick<Alarm, 'when' | 'repeats'> {
    const when = this.#when.get(code)
    return { ...(when && { when }), repeats: this.#repeats[priority] ?? 0 }
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

/** The rule as people are told of it: which values it looks at says what the alarm is called. */
function whenOf(raisedBy: NonNullable<AlarmRules['alarms'][number]['raisedBy']>): AlarmWhen {
  const { forS, overS } = raisedBy
  if ('is' in raisedBy) return { by: 'value', forS, overS }
  if ('below' in raisedBy) {
    const { below, overFrom = below } = raisedBy
    return { by: 'number', forS, overS, below, overFrom }
  }
  if ('status' in raisedBy) return { by: 'status', forS, overS }
  if ('gateway' in raisedBy) return { by: 'gateway', forS, overS }
  const { times, leastS } = raisedBy.silent
  return { by: 'silence', forS, overS, times, leastS }
}
