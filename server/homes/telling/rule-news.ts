import type { Clock } from '#gateway/core/ports.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Commands, Events } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { RuleNotification, WebCall } from '#schemas/generated/entities/rule.ts'
import type { FoundText, Told } from '#schemas/generated/entities/rule-run.ts'
import {
  questionClosed as isQuestionClosed,
  ruleNotification as isRuleNotification,
} from '#schemas/generated/validate-commands.js'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Language } from '#server/lib/language.ts'
import type { Notifier } from '#server/notifications.ts'
import type { Mails } from '#server/outbound/mails.ts'
import { addresseesOf } from '#server/outbound/messenger.ts'
import { StoreFullError } from '#server/store/errors.ts'
import type { KeptQuestion } from '#server/store/homes/rule-questions.ts'
import type { Store } from '#server/store/store.ts'
import type { Alarming } from '../alarms/alarming.ts'
import type { SceneCalls } from '../calls/scene-calls.ts'
import type { MailConsentBook } from '../mail-consents.ts'
import type { QuestionBook } from './questions.ts'
import { type Meant, type RecipientParts, resolveRecipients } from './recipients.ts'
import type { ToldTexts } from './told-texts.ts'

const QUESTION_CLOSED = 'rule_question_closed'
const EVENTS: ReadonlySet<string> = new Set(['rule_notification', QUESTION_CLOSED])

/** Whether an event of a gateway is for whoever tells people. */
export const isRuleNews = (event: string): boolean => EVENTS.has(event)

type News = Events['rule_notification']
type Owned = Gateway & { userId: string }

type Said = Commands['note_rule_told']['params']
type Words = (language: Language) => { title: string; text: string }

interface Parts {
  store: Pick<Store, 'gateways' | 'accounts' | 'memberships' | 'limits' | 'ruleQuestions'>
  mails: Pick<Mails, 'post' | 'news' | 'background'>
  consents: Pick<MailConsentBook, 'secretFor' | 'secretOf'>
  notifier: Pick<Notifier, 'notify'>
  alarming: Pick<Alarming, 'raiseByScene'>
  texts: Pick<ToldTexts, 'of' | 'bodyOf'>
  calls: Pick<SceneCalls, 'post' | 'failed'>
  questions: Pick<QuestionBook, 'open' | 'closed'>
  people: Omit<RecipientParts, 'store'>
  /** The gateway hears what became of a message with recipients. */
  report(serialNumber: string, said: Said): Promise<unknown>
  /** What an e-mail address looks like. */
  address: RegExp
  log: ChannelLog
  clock: Pick<Clock, 'now' | 'after'>
}

const HOUR = 3_600_000
/** In an hour: a rule that fires all the time is no reason to fill anybody's mailbox, nor is a gateway that somebody has taken over. */
export const MOST = {
  mail: { rule: 10, gateway: 40 },
  push: { rule: 30, gateway: 120 },
  call: { rule: 60, gateway: 240 },
} as const
type Way = keyof typeof MOST
/** What could not be kept, since the disk is full, is tried again after so long; so many wait. */
const AGAIN_MS = 5000
const MOST_WAITING = 500
const MOST_SAID = 1000

/** Delivers what rules have to say: mails to whom the rule names, everything else to those who may use the gateway. */
export class RuleNews {
  readonly #parts: Parts
  /** By what was counted: until when it was said that it is too much. */
  readonly #said = new Map<string, number>()
  #waiting = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Gateways of any make say this: it is read with care. Nothing waits for it. */
  take(serialNumber: string, news: unknown, event = 'rule_notification'): void {
    if (event === QUESTION_CLOSED) return this.#closed(serialNumber, news)
    if (isRuleNotification(news)) return this.#later(serialNumber, news as News, new Set())
    this.#parts.log.warn({ serialNumber }, 'What a rule has to say could not be read')
  }

  #closed(serialNumber: string, news: unknown): void {
    const { questions, mails, log } = this.#parts
    if (!isQuestionClosed(news)) return log.warn({ serialNumber }, 'What a rule has to say could not be read')
    const closed = news as Events['rule_question_closed']
    // What is put to people stands in the same line before it.
    mails.background.later(async () => await questions.closed(serialNumber, closed))
  }

  #later(serialNumber: string, news: News, told: Set<string>): void {
    const { mails, log } = this.#parts
    try {
      mails.background.later(async () => {
        try {
          await this.deliver(serialNumber, news, told)
        } catch (error) {
          if (!(error instanceof StoreFullError) || this.#waiting >= MOST_WAITING) throw error
          log.error({ serialNumber, error: String(error) }, 'What a rule has to say is tried again')
          this.#again(serialNumber, news, told)
        }
      })
    } catch (error) {
      log.warn({ serialNumber, error: String(error) }, 'What a rule has to say was not delivered')
    }
  }

  #again(serialNumber: string, news: News, told: Set<string>): void {
    this.#waiting += 1
    this.#parts.clock.after(AGAIN_MS, () => {
      this.#waiting -= 1
      this.#later(serialNumber, news, told)
    })
  }

  /** Resolves when it is kept for everybody whom it is for; whom it was kept for before is not told again. */
  async deliver(serialNumber: string, news: News, toldTo = new Set<string>()): Promise<void> {
    const { rule_id, rule_name, run_id, notification, found = [] } = news
    const { message_id, question, alarmId, broken_off, delivery } = news
    const gateway = await this.#parts.store.gateways.find(serialNumber)
    if (!gateway || !isOwned(gateway)) return
    const { type = 1, destination } = notification ?? {}
    const name = cleanName(rule_name)
    if (alarmId !== undefined && (await this.#alarm(serialNumber, alarmId, { id: rule_id, name }))) return
    const { call } = notification ?? {}
    if (call && delivery !== undefined)
      return this.#call(gateway, { rule_id, run_id, delivery }, { ...notification, type, call }, found)
    const told = await this.#parts.texts.of(serialNumber, notification ?? {}, found)
    const letter = (language: Language) => {
      const { title, text } = told(language)
      return { title: oneLine(title) || name, text: cleanText(text) }
    }
    if (notification?.recipients && alarmId === undefined && broken_off === undefined) {
      const asks =
        question && message_id !== undefined
          ? { source: { rule_id, run_id, message_id }, question }
          : undefined
      const told = await this.#tellThem(gateway, { rule_id, name, letter, notification }, toldTo, asks)
      if (message_id !== undefined)
        await this.#parts.report(serialNumber, { rule_id, run_id, message_id, told })
    } else if (broken_off !== undefined) {
      const words = (language: Language) => this.#parts.mails.news(broken_off, language, { rule: name })
      await this.#push(gateway, rule_id, words, toldTo)
    } else if (type === 0 && alarmId === undefined)
      await this.#mail(gateway, { rule_id, name, letter, destination })
    else if (type !== 2) await this.#push(gateway, rule_id, letter, toldTo)
  }

  /** Whoever floods people by alarms is held back like any other rule. */
  async #alarm(serialNumber: string, number: number, rule: { id: string; name: string }): Promise<boolean> {
    const { alarming, log } = this.#parts
    if (!(await this.#allowed('push', serialNumber, rule.id))) return true
    const known = await alarming.raiseByScene(serialNumber, number, rule)
    if (!known) log.warn({ serialNumber, number }, 'A rule raises an alarm that nobody knows')
    return known
  }

  /** Each of those whom it is for, as he uses the home now (decision 0247); answers with what became of them. */
  async #tellThem(
    gateway: Owned,
    { rule_id, name, letter, notification }: Addressed,
    toldTo: Set<string>,
    asks: Asks | undefined,
  ): Promise<Told[]> {
    const { serialNumber } = gateway
    const about = { serialNumber, ruleId: rule_id, notification }
    const { meant, told } = await resolveRecipients(
      { ...this.#parts.people, store: this.#parts.store },
      about,
    )
    const failed = new Map<string, Why>()
    const { type } = notification
    const counted = type === 0 || meant.length === 0 || (await this.#allowed('push', serialNumber, rule_id))
    const question =
      asks && counted ? await this.#parts.questions.open(serialNumber, asks.source, asks.question) : undefined
    const had = question ? await this.#parts.store.ruleQuestions.asked(question.id) : []
    for (const userId of had) toldTo.add(userId)
    const may = counted && (asks === undefined || question !== undefined)
    for (const one of meant) {
      if (toldTo.has(one.userId)) continue
      const why = !may
        ? 'too_many'
        : type === 0
          ? await this.#mailTo(gateway, one, { rule_id, name, letter })
          : await this.#pushTo(gateway, one, letter, question)
      if (why) failed.set(one.userId, why)
      else toldTo.add(one.userId)
    }
    return told(failed)
  }

  async #pushTo(
    { serialNumber }: Owned,
    { userId, limited }: Meant,
    words: Words,
    question: KeptQuestion | undefined,
  ): Promise<Why | undefined> {
    const { title, text } = words(await this.#languageOf(userId))
    const notification = {
      ...({ userId, gateway: serialNumber, title, body: text, kind: 'rule' } as const),
      ...(question && { questionId: question.id }),
    }
    const waking = question ? { answers: question.answers } : {}
    const kept = await this.#parts.notifier.notify(notification, waking, limited ? 'within' : 'whole')
    return kept ? undefined : 'no_access'
  }

  /** At the addresses that he has proved and chosen: whoever made the scene never learns them. */
  async #mailTo(
    gateway: Owned,
    { userId }: Meant,
    { rule_id, name, letter }: Letter,
  ): Promise<Why | undefined> {
    const { store, mails, consents } = this.#parts
    const { serialNumber, userId: owner } = gateway
    const account = await store.accounts.find(userId)
    if (!account) return 'no_access'
    const addresses = addresseesOf(account, 'email')
    if (addresses.length === 0) return 'no_address'
    const secrets = new Map<string, string>()
    for (const { to } of addresses) {
      const secret = await consents.secretOf({ serialNumber, owner, address: to })
      if (secret !== undefined) secrets.set(to, secret)
    }
    if (secrets.size === 0) return 'refused'
    if (!(await this.#allowed('mail', serialNumber, rule_id, userId))) return 'too_many'
    const language = account.preferredLanguage
    const { title, text } = letter(language)
    const facts = { home: cleanName(gateway.name) || serialNumber, rule: name, title, text: text || title }
    for (const [to, unsubscribe] of secrets)
      await mails.post({ kind: 'ruleFor', language, to, unsubscribe, facts })
    return undefined
  }

  async #mail(gateway: Owned, { rule_id, name, letter, destination = '' }: Letter): Promise<void> {
    const { mails, consents, address, log } = this.#parts
    const { serialNumber, userId: owner } = gateway
    const to = destination.trim()
    // One address and nothing else: no list, no name, no further header (V-10).
    if (!address.test(to) || /[\s,;<>"\\]/.test(to)) {
      log.warn({ serialNumber, rule_id }, 'A rule names no e-mail address to write to')
      return
    }
    if (!(await this.#allowed('mail', serialNumber, rule_id))) return
    const { secret: unsubscribe, asked } = await consents.secretFor({ serialNumber, owner, address: to })
    if (asked)
      await this.#push(gateway, rule_id, (language) => mails.news('mail_asked', language, { rule: name, to }))
    if (unsubscribe === undefined) return
    const language = await this.#languageOf(owner)
    const { title, text } = letter(language)
    const home = cleanName(gateway.name) || serialNumber
    const facts = { home, rule: name, title, text: text || title }
    await mails.post({ kind: 'rule', language, to, unsubscribe, facts })
  }

  /** What an address elsewhere is told, in the owner's language as far as there are words in it. */
  async #call(
    { serialNumber, userId }: Owned,
    of: { rule_id: string; run_id: string; delivery: string },
    notification: RuleNotification & { call: WebCall },
    found: readonly FoundText[],
  ): Promise<void> {
    const { calls, texts } = this.#parts
    if (!(await this.#allowed('call', serialNumber, of.rule_id)))
      return calls.failed({ serialNumber, ...of }, 'WEB_TOO_MANY')
    const body = await texts.bodyOf(serialNumber, notification, found, await this.#languageOf(userId))
    await calls.post({ serialNumber, ...of }, notification.call, body)
  }

  /** To everybody in the own language, as far as the words are ours. */
  async #push(
    { serialNumber }: Owned,
    rule_id: string,
    words: Words,
    toldTo = new Set<string>(),
  ): Promise<void> {
    const { store, notifier } = this.#parts
    if (!(await this.#allowed('push', serialNumber, rule_id))) return
    for (const { userId } of await store.memberships.entitledUsers(serialNumber)) {
      if (toldTo.has(userId)) continue
      const { title, text } = words(await this.#languageOf(userId))
      await notifier.notify({ userId, gateway: serialNumber, title, body: text, kind: 'rule' })
      toldTo.add(userId)
    }
  }

  async #languageOf(userId: string): Promise<Language> {
    return (await this.#parts.store.accounts.find(userId))?.preferredLanguage ?? 'ch_DE'
  }

  /** `person`: he alone is counted, whoever else is told the same. */
  async #allowed(way: Way, serialNumber: string, rule: string, person?: string): Promise<boolean> {
    const { store, log, clock } = this.#parts
    const whose = person === undefined ? '' : `/of/${person}`
    const counted = [
      [`rule-${way}/${serialNumber}/${rule}${whose}`, MOST[way].rule],
      [`rule-${way}/${serialNumber}${whose}`, MOST[way].gateway],
    ] as const
    for (const [key, most] of counted) {
      const { allowed, retryAt } = await store.limits.hit(key, HOUR, most, clock.now())
      if (allowed) continue
      // Said once an hour, not each time.
      if (this.#said.get(key) !== retryAt)
        log.warn({ serialNumber, rule, way }, 'A rule has more to say than is delivered')
      if (this.#said.size >= MOST_SAID) this.#said.clear()
      this.#said.set(key, retryAt)
      return false
    }
    return true
  }
}

interface Letter {
  rule_id: string
  name: string
  letter: Words
  destination?: string | undefined
}

interface Addressed extends Letter {
  notification: RuleNotification
}

type Why = NonNullable<Told['why']>

interface Asks {
  source: Parameters<QuestionBook['open']>[1]
  question: NonNullable<News['question']>
}

const isOwned = (gateway: Gateway): gateway is Owned =>
  typeof gateway.userId === 'string' && gateway.userId !== ''

const oneLine = (text: string): string => cleanName(text.replace(/[\r\n\t]+/g, ' '))

/** Line breaks stay, nothing else that cannot be seen. */
const cleanText = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => cleanName(line.replaceAll('\t', ' ')))
    .join('\n')
    .trim()
