import type { Clock } from '#gateway/core/ports.ts'
import type { Event } from '#schemas/generated/channel.ts'
import type { AlarmRules, Silence } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { AlarmFacts } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import type { Home } from '../home.ts'
import type { Alarming } from './alarming.ts'
import {
  heardAt,
  isTouched,
  isWatched,
  judgeDevice,
  usualSilence,
  type Verdict,
  type Watched,
} from './judge.ts'

export interface AlarmWatchParts {
  rules: AlarmRules
  store: Pick<Store, 'alarmNotifications' | 'history'>
  alarming: Pick<Alarming, 'raise' | 'over'>
  log: ChannelLog
  clock: Clock
}

/** What is told, or over, could not be kept: it is tried again after so long. What has gone off once is told, even if it is over by then. */
const AGAIN_MS = 5000
/** How often it is looked which devices have fallen silent: that nothing comes is told by no event. */
const LISTEN_MS = 10 * 60_000

interface Lookout {
  /** It was told, and is not over. */
  open: boolean
  verdict: Verdict
  facts(): AlarmFacts
  /** Takes back what is about to be told. */
  cancel?: (() => void) | undefined
  /** It has gone off, and could not be kept so far. */
  due?: boolean
  /** It is being kept; whatever is judged meanwhile counts afterwards. */
  telling?: boolean
}

/** Looks on while homes do what they do, and says when something in them is as a rule of alarms says (spec 3 §1). */
export class AlarmWatch {
  readonly #parts: AlarmWatchParts
  #rules: readonly Watched[]
  /** By gateway, then by alarm and subject; only what is bad, or was. */
  readonly #lookouts = new Map<string, Map<string, Lookout>>()
  readonly #overrun = new Set<string>()
  readonly #homes = new Map<string, Home>()
  /** Since when gateways are there: before that no device could be heard. */
  readonly #since = new Map<string, number>()
  /** Of devices that fell silent, by gateway and id: when they were last heard, and how long they are silent as a rule. */
  readonly #usual = new Map<string, { heard: number; usual: number | undefined }>()
  #cancel: (() => void) | undefined
  #closed = false

  private constructor(parts: AlarmWatchParts) {
    this.#parts = parts
    this.#rules = parts.rules.alarms.filter(isWatched)
  }

  /** What was open when the server ended still is. */
  static async open(parts: AlarmWatchParts): Promise<AlarmWatch> {
    const watch = new AlarmWatch(parts)
    for (const { serialNumber, code, subject } of await parts.store.alarmNotifications.open())
      watch.#of(serialNumber).set(keyOf(code, subject), { open: true, verdict: 'bad', facts: () => ({}) })
    watch.#listenLater()
    return watch
  }

  event(home: Home, { event, data }: Pick<Event, 'event' | 'data'>): void {
    this.#homes.set(home.serialNumber, home)
    if (!event.endsWith('_property_changed') && event !== 'device_status_changed') return
    const { device_id: id, service_name, property_name } = (data ?? {}) as Record<string, unknown>
    if (typeof id !== 'string') return
    this.#usual.delete(keyOf(home.serialNumber, id))
    const path =
      event === 'device_status_changed' ? undefined : `${String(service_name)}/${String(property_name)}`
    const lookouts = this.#of(home.serialNumber)
    // Of a thousand values a second hardly one is what an alarm is about: the others cost no look at their device.
    const touched = this.#rules.filter(
      (rule) =>
        isTouched(rule, path) || ('silent' in rule.raisedBy && lookouts.has(keyOf(rule.alarmCode, id))),
    )
    const device = touched.length > 0 ? home.device(id) : undefined
    if (device) for (const rule of touched) this.#judgeBy(rule, home, device)
  }

  /** A home is there anew: what changed unseen is seen now, and what is gone is no longer bad. */
  described(home: Home): void {
    const devices = home.devices()
    for (const device of devices) this.#device(home, device)
    const there = new Set(devices.map(({ id }) => id))
    const { serialNumber } = home
    this.#homes.set(serialNumber, home)
    if (!this.#since.has(serialNumber)) this.#since.set(serialNumber, this.#parts.clock.now())
    for (const rule of this.#rules)
      for (const key of [...this.#of(serialNumber).keys()]) {
        const { code, subject } = fromKey(key)
        if (code === rule.alarmCode && subject !== '' && !there.has(subject))
          this.#judged(serialNumber, rule, subject, 'good', () => ({}))
      }
  }

  /** Alarms go off by other figures from now on: what holds is judged anew, what was about to be told begins anew. */
  ruled(alarms: AlarmRules['alarms']): void {
    const before = new Map(this.#rules.map((rule) => [rule.alarmCode, JSON.stringify(rule.raisedBy)]))
    this.#rules = alarms.filter(isWatched)
    const changed = this.#rules.filter(
      ({ alarmCode, raisedBy }) => before.get(alarmCode) !== JSON.stringify(raisedBy),
    )
    for (const rule of changed) {
      for (const [serialNumber, lookouts] of this.#lookouts)
        for (const [key, lookout] of lookouts) {
          const { code, subject } = fromKey(key)
          if (code !== rule.alarmCode) continue
          lookout.cancel?.()
          lookout.cancel = undefined
          this.#settle({ serialNumber, rule, subject, lookout })
        }
      for (const home of this.#homes.values())
        for (const device of home.devices()) this.#judgeBy(rule, home, device)
    }
  }

  gateway(serialNumber: string, online: boolean): void {
    if (online) this.#since.set(serialNumber, this.#parts.clock.now())
    else for (const known of [this.#homes, this.#since]) known.delete(serialNumber)
    for (const rule of this.#rules)
      if ('gateway' in rule.raisedBy)
        this.#judged(serialNumber, rule, '', online ? 'good' : 'bad', () => ({}))
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
    for (const lookouts of this.#lookouts.values()) for (const { cancel } of lookouts.values()) cancel?.()
    this.#lookouts.clear()
  }

  #device(home: Home, device: Device): void {
    this.#usual.delete(keyOf(home.serialNumber, device.id))
    for (const rule of this.#rules) this.#judgeBy(rule, home, device)
  }

  #judgeBy(rule: Watched, home: Home, device: Device): void {
    const verdict = judgeDevice(rule, device, this.#parts.clock.now())
    if (verdict) this.#judged(home.serialNumber, rule, device.id, verdict, () => factsOf(home, device))
  }

  #listenLater(): void {
    if (this.#closed) return
    this.#cancel = this.#parts.clock.after(LISTEN_MS, () => {
      this.#listen()
        .catch((error: unknown) =>
          this.#parts.log.error({ error: String(error) }, 'It could not be told which devices are silent'),
        )
        .finally(() => this.#listenLater())
    })
  }

  /** Looks for devices of which nothing has come for longer than is usual for them. That they are heard again, they say themselves. */
  async #listen(): Promise<void> {
    for (const rule of this.#rules)
      if ('silent' in rule.raisedBy)
        for (const home of [...this.#homes.values()].filter((one) => one.online()))
          for (const device of home.devices())
            if (await this.#isSilent(home, device, rule.raisedBy.silent))
              this.#judged(home.serialNumber, rule, device.id, 'bad', () => factsOf(home, device))
  }

  async #isSilent({ serialNumber }: Home, device: Device, silent: Silence): Promise<boolean> {
    const { rules, store, clock } = this.#parts
    const heard = heardAt(device)
    // What is known to be away has an alarm of its own.
    if (heard === undefined || rules.outages.status.includes(device.status)) return false
    const silence = clock.now() - Math.max(heard, this.#since.get(serialNumber) ?? 0)
    if (silence < silent.leastS * 1000) return false
    const key = keyOf(serialNumber, device.id)
    let known = this.#usual.get(key)
    if (known?.heard !== heard) {
      const days = await store.history.ofDevice(serialNumber, device.id)
      known = { heard, usual: usualSilence(days, device.id, heard, silent) }
      this.#usual.set(key, known)
    }
    return known.usual !== undefined && silence > known.usual * silent.times
  }

  #judged(
    serialNumber: string,
    rule: Watched,
    subject: string,
    verdict: Verdict,
    facts: () => AlarmFacts,
  ): void {
    const lookouts = this.#of(serialNumber)
    const key = keyOf(rule.alarmCode, subject)
    const known = lookouts.get(key)
    if (!known && (verdict !== 'bad' || this.#isFull(serialNumber, lookouts))) return
    const lookout: Lookout = known ?? { open: false, verdict, facts }
    lookouts.set(key, lookout)
    Object.assign(lookout, { verdict, facts })
    this.#settle({ serialNumber, rule, subject, lookout })
  }

  #settle(about: About, delay?: number): void {
    const { serialNumber, rule, subject, lookout } = about
    const { open, verdict, cancel, telling, due } = lookout
    if (telling || this.#closed) return
    if (!due && verdict !== (open ? 'good' : 'bad')) {
      cancel?.()
      lookout.cancel = undefined
      if (!open) this.#of(serialNumber).delete(keyOf(rule.alarmCode, subject))
      return
    }
    if (cancel) return
    const { raisedBy } = this.#rules.find(({ alarmCode }) => alarmCode === rule.alarmCode) ?? rule
    const seconds = open ? raisedBy.overS : raisedBy.forS
    lookout.cancel = this.#parts.clock.after(delay ?? seconds * 1000, () => {
      lookout.cancel = undefined
      lookout.telling = true
      this.#tell(about).then(
        () => {
          Object.assign(lookout, { open: !open, telling: false, due: false })
          this.#settle(about)
        },
        (error: unknown) => {
          this.#parts.log.error({ error: String(error) }, 'An alarm could not be kept, and is tried again')
          Object.assign(lookout, { telling: false, due: !open })
          this.#settle(about, AGAIN_MS)
        },
      )
    })
  }

  async #tell({ serialNumber, rule: { alarmCode: code }, subject, lookout }: About): Promise<void> {
    const { alarming } = this.#parts
    if (lookout.open) await alarming.over({ serialNumber, code, subject })
    else await alarming.raise({ serialNumber, code, subject, facts: lookout.facts() })
  }

  #of(serialNumber: string): Map<string, Lookout> {
    const lookouts = this.#lookouts.get(serialNumber) ?? new Map<string, Lookout>()
    this.#lookouts.set(serialNumber, lookouts)
    return lookouts
  }

  #isFull(serialNumber: string, lookouts: ReadonlyMap<string, Lookout>): boolean {
    if (lookouts.size < this.#parts.rules.mostOpen) return false
    if (!this.#overrun.has(serialNumber))
      this.#parts.log.warn({ serialNumber }, 'A home has more alarms at once than are told')
    this.#overrun.add(serialNumber)
    return true
  }
}

interface About {
  serialNumber: string
  rule: Watched
  subject: string
  lookout: Lookout
}

const keyOf = (code: string, subject: string): string => `${code} ${subject}`

function fromKey(key: string): { code: string; subject: string } {
  const at = key.indexOf(' ')
  return { code: key.slice(0, at), subject: key.slice(at + 1) }
}

function factsOf(home: Home, { id, device_name }: Device): AlarmFacts {
  const room = home
    .floors()
    .flatMap(({ rooms }) => rooms)
    .find(({ devices }) => devices.includes(id))
  return { deviceId: id, deviceName: device_name, ...(room && { roomName: room.room_name }) }
}
