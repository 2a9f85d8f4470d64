import { randomUUID } from 'node:crypto'
import type { Clock } from '#gateway/core/ports.ts'
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { WayOfNotify } from '#schemas/generated/entities/alarm.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Language } from '#server/lib/language.ts'
import type { Notifier } from '#server/notifications.ts'
import type { Mails } from '#server/outbound/mails.ts'
import type { Messenger } from '#server/outbound/messenger.ts'
import { quietUntil } from '#server/outbound/quiet.ts'
import type { AlarmMessage, AlarmMessageState, NewAlarmMessage } from '#server/store/homes/alarm-messages.ts'
import type { AlarmWay } from '#server/store/homes/alarm-recipients.ts'
import type { KeptAlarmNotification, Priority } from '#server/store/homes/alarms.ts'
import type { Store } from '#server/store/store.ts'
import type { AlarmBook } from './alarm-book.ts'
import { ALARM_WAYS, atStep, levelsOf, type Told, URGENT, WAYS_OUT, wantedOf, waysOf } from './alarm-chain.ts'
import { lines, textOf } from './alarm-texts.ts'
import type { Outsiders } from './outsiders.ts'

export interface AlarmTellingParts {
  store: Pick<
    Store,
    | 'accounts'
    | 'alarmMessages'
    | 'alarmNotifications'
    | 'alarmRecipients'
    | 'alarms'
    | 'gateways'
    | 'memberships'
    | 'quietHours'
    | 'wantedWays'
  >
  rules: Pick<AlarmRules, 'repeats' | 'gatherS'>
  book: Pick<AlarmBook, 'of'>
  messenger: Pick<Messenger, 'send' | 'reaches'>
  outsiders: Pick<Outsiders, 'write'>
  notifier: Pick<Notifier, 'notify'>
  mails: {
    alarms(...about: Parameters<Mails['alarms']>): Pick<ReturnType<Mails['alarms']>, 'several' | 'unanswered'>
  }
  log: ChannelLog
  clock: Clock
}

interface Chain extends ReturnType<typeof atStep> {
  household: readonly Told[]
  /** Nobody is named: whoever may use the home is told by what reaches him. */
  onlyWhatReaches: boolean
}

/** Of an alarm that was deleted since. */
const USUAL: WayOfNotify = { pushNotification: true, emailNotification: true }
/** What makes a noise beside a bed; whether a device is woken is said by itself (`heldBack`), and a mail makes none. */
const RINGING: ReadonlySet<AlarmWay> = new Set<AlarmWay>(['SMS', 'call'])
/** Low ones wait until somebody looks. */
const RINGS_FROM = 1
const AT_ONCE = 200
/** What could not be kept is tried again after so long. */
const AGAIN_MS = 5000
/** Another server on the same store may have kept something. */
const LOOK_MS = 60_000

/**
 * Tells people of alarms, level after level until somebody answers (spec 3 §1). Whom, and by what, is kept before anything
 * is sent, and each message goes out under a name of its own: whoever is interrupted goes on where he was, and nobody is
 * told twice (decision 0157).
 */
export class AlarmTelling {
  readonly #parts: AlarmTellingParts
  #cancel: (() => void) | undefined
  #running: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(parts: AlarmTellingParts) {
    this.#parts = parts
  }

  /** Something went off, or time has passed. */
  look(): void {
    if (this.#closed) return
    this.#again = this.#running !== undefined
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#again) this.look()
    })
  }

  /** Resolves when everything that is due has been told, or has failed for now. */
  async rest(): Promise<void> {
    while (this.#running) await this.#running
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel?.()
    await this.rest()
  }

  async #run(): Promise<void> {
    const { store, clock } = this.#parts
    this.#cancel?.()
    let next = AGAIN_MS
    try {
      const steps = await store.alarmNotifications.goingOn(clock.now(), AT_ONCE)
      const went = await this.#each(steps, (one) => this.#goOn(one))
      const sent = await this.#send()
      const due = await store.alarmMessages.nextDue()
      const wait = due === undefined ? LOOK_MS : Math.min(Math.max(due - clock.now(), 0), LOOK_MS)
      next = went && sent ? wait : Math.max(wait, AGAIN_MS)
    } catch (error) {
      this.#failed(error)
    }
    if (!this.#closed) this.#cancel = clock.after(next, () => this.look())
  }

  #failed(error: unknown): void {
    this.#parts.log.error({ error: String(error) }, 'An alarm was not told, and is tried again')
  }

  /** False: one of them failed, and the others went on. */
  async #each<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<boolean> {
    let well = true
    for (const one of all)
      try {
        await run(one)
      } catch (error) {
        this.#failed(error)
        well = false
      }
    return well
  }

  /** Keeps what the next level is to be told. */
  async #goOn(notification: KeptAlarmNotification): Promise<void> {
    const { store, clock } = this.#parts
    const { step, priority } = notification
    const now = clock.now()
    const chain = await this.#chain(notification)
    if (!chain) return store.alarmMessages.goOn(notification, [], now, undefined)
    const { household, level, goesOn } = chain
    const messages: NewAlarmMessage[] = []
    for (const { person, ways } of await this.#people(chain, notification))
      for (const way of ways) {
        const dueAt = await this.#dueAt(person, way, priority, now)
        messages.push({ ...facts(person), level: level?.level ?? 1, way, priority, dueAt })
      }
    if (step === 0 && priority >= RINGS_FROM)
      for (const person of household)
        messages.push({ ...facts(person), level: 1, way: 'bell', priority, dueAt: now })
    const waits = (await store.alarms.escalations()).find((one) => one.priority === priority)
    const nextAt = goesOn && waits ? now + waits.escalationTime * 1000 : undefined
    await store.alarmMessages.goOn(notification, messages, now, nextAt)
  }

  /** Whom it goes on to, and by which ways, as things stand now; nobody where it does not go on. */
  async next(notification: KeptAlarmNotification): Promise<{ firstName: string; ways: AlarmWay[] }[]> {
    if (notification.nextAt === undefined) return []
    const chain = await this.#chain(notification)
    const people = chain ? await this.#people(chain, notification) : []
    return people
      .filter(({ ways }) => ways.length > 0)
      .map(({ person: { firstName, contact }, ways }) => ({
        firstName: firstName || contact,
        ways: [...ways],
      }))
  }

  /** The level that is told next; undefined: the home is nobody's. */
  async #chain({ code, serialNumber, step, priority }: KeptAlarmNotification): Promise<Chain | undefined> {
    const { store, rules } = this.#parts
    const owner = (await store.gateways.find(serialNumber))?.userId
    if (!owner) return undefined
    const household = await this.#household(serialNumber)
    const { data } = await store.alarmRecipients.list({ serialNumber, owner, code })
    const mayHear = new Set(household.map(({ userId }) => userId))
    // Who is no longer let into the home hears nothing of it any more.
    const recipients = data.filter(({ userId }) => userId === undefined || mayHear.has(userId))
    const levels = levelsOf(recipients, household)
    return { household, onlyWhatReaches: recipients.length === 0, ...atStep(levels, step, priority, rules) }
  }

  async #people(
    { level, onlyWhatReaches }: Chain,
    { code, priority }: KeptAlarmNotification,
  ): Promise<readonly { person: Told; ways: readonly AlarmWay[] }[]> {
    const ways = this.#parts.book.of({ code })?.ways ?? USUAL
    return Promise.all(
      (level?.people ?? []).map(async (person) => ({
        person,
        ways: await this.#waysTo(person, ways, priority, onlyWhatReaches),
      })),
    )
  }

  /** Everybody who may use the home, by every way. */
  async #household(serialNumber: string): Promise<readonly Told[]> {
    const { accounts, memberships } = this.#parts.store
    const people = await Promise.all(
      (await memberships.entitledUsers(serialNumber)).map(({ userId }) => accounts.find(userId)),
    )
    const all = Object.fromEntries(ALARM_WAYS.map((way) => [way, true])) as WayOfNotify
    return people.flatMap((account) =>
      account
        ? [{ userId: account.id, contact: account.username, firstName: account.firstName ?? '', ways: all }]
        : [],
    )
  }

  /** By what this person hears of it: what the alarm and the chain say, as far as he wants to be told so. */
  async #waysTo(
    person: Told,
    ofAlarm: WayOfNotify,
    priority: Priority,
    onlyWhatReaches: boolean,
  ): Promise<readonly AlarmWay[]> {
    const { userId, ways } = person
    const possible: AlarmWay[] = []
    for (const way of waysOf(ways, ofAlarm))
      if (!onlyWhatReaches || (await this.#reaches(person, way))) possible.push(way)
    if (userId === undefined) return possible
    return wantedOf(possible, await this.#parts.store.wantedWays.find(userId), priority)
  }

  async #reaches({ userId }: Told, way: AlarmWay): Promise<boolean> {
    return userId !== undefined && this.#parts.messenger.reaches(userId, WAYS_OUT[way])
  }

  /** Urgent ones at once; others not sooner after the last message than people bear, and nothing that rings in quiet hours. */
  async #dueAt({ contact, userId }: Told, way: AlarmWay, priority: Priority, now: number): Promise<number> {
    const { store, rules } = this.#parts
    if (priority === URGENT) return now
    const gatherMs = (rules.gatherS[priority] ?? 0) * 1000
    const last = gatherMs === 0 ? undefined : await store.alarmMessages.lastTold(contact, way)
    const dueAt = last === undefined ? now : Math.max(now, last + gatherMs)
    const hours = userId !== undefined && RINGING.has(way) ? await store.quietHours.find(userId) : undefined
    return (hours && quietUntil(hours, dueAt)) ?? dueAt
  }

  async #send(): Promise<boolean> {
    const { alarmMessages } = this.#parts.store
    const done = new Set<string>()
    const due = await alarmMessages.due(this.#parts.clock.now(), AT_ONCE)
    return this.#each(due, async (message) => {
      if (done.has(message.id)) return
      const together = await this.#together(message)
      for (const { id } of together) done.add(id)
      await this.#sendTogether(together)
    })
  }

  /** What goes out as one: all of one batch that was begun, or whatever has gathered for that person. */
  async #together(message: AlarmMessage): Promise<readonly AlarmMessage[]> {
    const { alarmMessages } = this.#parts.store
    const { batch, contact, way, priority } = message
    if (batch !== undefined) return alarmMessages.inBatch(batch)
    if (way === 'bell' || priority === URGENT) return [message]
    return alarmMessages.gathered(contact, way)
  }

  async #sendTogether(messages: readonly AlarmMessage[]): Promise<void> {
    const { store, clock } = this.#parts
    const settle = (some: readonly AlarmMessage[], state: AlarmMessageState) =>
      some.length > 0
        ? store.alarmMessages.settle(
            some.map(({ id }) => id),
            state,
            clock.now(),
          )
        : Promise.resolve()
    const found = await store.alarmNotifications.some(messages.map(({ notificationId }) => notificationId))
    const open = new Map(found.filter(({ reactedAt }) => reactedAt === undefined).map((one) => [one.id, one]))
    const wanted = messages.filter(({ notificationId }) => open.has(notificationId))
    await settle(
      messages.filter((one) => !wanted.includes(one)),
      'dropped',
    )
    const [first] = wanted
    if (!first) return
    const batch = first.batch ?? randomUUID()
    if (first.batch === undefined)
      await store.alarmMessages.begin(
        wanted.map(({ id }) => id),
        batch,
      )
    const about = wanted.flatMap(({ notificationId }) => open.get(notificationId) ?? [])
    await settle(wanted, await this.#tell(first, batch, about))
  }

  async #tell(
    { userId, contact, way, step }: AlarmMessage,
    batch: string,
    about: readonly KeptAlarmNotification[],
  ): Promise<AlarmMessageState> {
    const { store, messenger, outsiders, notifier } = this.#parts
    const [first] = about
    const gateway = first && (await store.gateways.find(first.serialNumber))
    if (!first || !gateway?.userId) return 'dropped'
    const account = await store.accounts.find(userId ?? gateway.userId)
    if (!account) return 'dropped'
    const home = gateway.name || gateway.serialNumber
    // The bell says itself of which home it tells.
    const saidHome = way === 'bell' ? '' : home
    const { title, text } = this.#words(about, {
      ...{ language: account.preferredLanguage, home: saidHome, step },
    })
    const path = `/notifications/${encodeURIComponent(first.code)}?open=${first.id}`
    if (way === 'bell') {
      // Devices are woken by messages of their own, to those whom the chain names.
      const of = { gateway: gateway.serialNumber, title, body: text, kind: 'alarm' } as const
      await notifier.notify({ ...of, userId: account.id }, false)
      return 'sent'
    }
    if (userId === undefined) {
      const facts = { home, title, text }
      const wanted = { serialNumber: gateway.serialNumber, owner: gateway.userId, address: contact }
      const isSent = await outsiders.write(wanted, {
        ...{ message: `alarm/${batch}`, facts, language: account.preferredLanguage },
      })
      return isSent ? 'sent' : 'refused'
    }
    const urgent = first.priority === URGENT
    await messenger.send({
      ...{ message: `alarm/${batch}`, userId, way: WAYS_OUT[way], title, text, path, urgent },
      ...(about.length === 1 && { reactTo: first.id }),
    })
    return 'sent'
  }

  #words(
    about: readonly KeptAlarmNotification[],
    { language, home, step }: { language: Language; home: string; step: number },
  ): { title: string; text: string } {
    const { several, unanswered } = this.#parts.mails.alarms(language, {
      home,
      count: String(about.length),
    })
    const texts = about.map((one) => textOf(one, language))
    const [only] = texts
    if (only && texts.length === 1)
      return {
        title: only.title,
        text: lines(only.place, only.about, step > 0 ? unanswered : '', home),
      }
    return {
      title: several,
      text: lines(...texts.map(({ title, place }) => [title, place].filter((one) => one).join(': '))),
    }
  }
}

const facts = ({ contact, firstName, userId }: Told) => ({
  ...{ contact, firstName },
  ...(userId !== undefined && { userId }),
})
