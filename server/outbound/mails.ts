import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunBreak } from '#schemas/generated/entities/rule-run.ts'
import { filled } from '../filled.ts'
import type { Language } from '../lib/language.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { fold } from '../store/text.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import { type Letter, type LetterWords, write } from './letter.ts'
import type { Outbound } from './outbound.ts'

/** The kinds of mail that this server writes; locales/<language>/mail.json has the words of each. */
export const mailKinds = [
  'activation',
  'nameTaken',
  'resetPassword',
  'passwordLink',
  'invitation',
  'passwordChanged',
  'resetPin',
  'pinChanged',
  'hashLogin',
  'otp',
  'linkAccount',
  'contactMail',
  'contactPhone',
  'deletion',
  'licenceKey',
  'rule',
  'ruleFor',
  'alarm',
  'mailConsent',
  'factorAdded',
  'factorRemoved',
  'factorsReset',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'newDevice',
  'message',
  'announcement',
  'newsletter',
  'exportReady',
] as const
export type MailKind = (typeof mailKinds)[number]

const HOUR = 3_600_000
/**
 * What somebody asks for, and how many such mails an address gets in an hour, over all of these kinds together. A stranger
 * may ask for the first; whoever is signed in still gets his own when strangers have used those up.
 */
const ASKED = {
  ...{ activation: 5, nameTaken: 5, resetPassword: 5, hashLogin: 5 },
  ...{ contactMail: 5, contactPhone: 5, linkAccount: 10, otp: 20, resetPin: 20 },
} as const
type AskedKind = keyof typeof ASKED

interface Words {
  greeting: string
  farewell: string
  /** What forgotPass answers to everybody. */
  onItsWay: string
  /** What ends mails that somebody need not get. */
  unsubscribe: string
  /** What one-time codes can be asked for. */
  actions: Readonly<Record<string, string>>
  /** What the server itself notifies people of. */
  news: Readonly<Record<NewsKind, { title: string; text: string }>>
  /** What devices show that are woken. */
  push: Readonly<{
    /** Of the button by which somebody takes on an alarm, and what he is taken to have said. */
    react: string
    reaction: string
    /** When nobody heard it, or somebody was quicker. */
    failed: string
    /** When an answer was not heard, and where that of somebody else counts. */
    answer: { failed: string; other: string }
    /** Of several, {{count}} says how many. */
    gathered: { title: string; text: string; several: string }
    test: { title: string; text: string }
    /** A day before a device is signed out, and woken no more. */
    ending: { title: string; text: string }
  }>
  alarms: Readonly<Record<AlarmWord, string>>
  kinds: Readonly<Record<MailKind, LetterWords>>
}

type AlarmWord = 'several' | 'unanswered' | 'test' | 'testAbout'

export const ownNews = ['mail_asked', 'away', 'back', 'viewed'] as const

/** What a notification says where the server words it. */
export type NewsKind = RunBreak | (typeof ownNews)[number]

export interface Mail {
  kind: Exclude<MailKind, AskedKind>
  language: Language
  to: string
  /** Path of a page of ours. */
  path?: string
  code?: string
  /** Of whom need not get it: the secret of the link that ends such mails. */
  unsubscribe?: string
  /** What stands for {{name}} in the words. */
  facts?: Readonly<Record<string, string>>
}

type AnyMail = Omit<Mail, 'kind'> & { kind: MailKind }

interface Counting {
  limits: Store['limits']
  log: Pick<Log, 'warn'>
  now(): number
}

/** Mails to people, in their language. Links are built from the configured origin and nothing that a caller says. */
export class Mails {
  readonly background: BackgroundTasks
  readonly #words: ReadonlyMap<Language, Words>
  readonly #outbound: Outbound
  readonly #origin: () => string
  readonly #counting: Counting

  constructor(
    locales: string,
    outbound: Outbound,
    background: BackgroundTasks,
    origin: () => string,
    counting: Counting,
  ) {
    this.#counting = counting
    this.background = background
    this.#outbound = outbound
    this.#origin = origin
    this.#words = new Map(
      (['ch_DE', 'ch_EN'] as const).map((language) => [
        language,
        JSON.parse(readFileSync(join(locales, language, 'mail.json'), 'utf8')) as Words,
      ]),
    )
  }

  /** The sentence that everybody hears who asks for a link. */
  onItsWay(language: Language): string {
    return this.#of(language).onItsWay
  }

  /** A notification of the server's own, in somebody's language. */
  news(
    kind: NewsKind,
    language: Language,
    facts: Readonly<Record<string, string>>,
  ): { title: string; text: string } {
    const { title, text } = this.#of(language).news[kind]
    return { title: filled(title, facts), text: filled(text, facts) }
  }

  /** What is said of alarms beside their own names. */
  alarms(language: Language, facts: Readonly<Record<string, string>>): Words['alarms'] {
    const { several, unanswered, test, testAbout } = this.#of(language).alarms
    return {
      several: filled(several, facts),
      unanswered: filled(unanswered, facts),
      test: filled(test, facts),
      testAbout: filled(testAbout, facts),
    }
  }

  /** What an action is called; undefined when no code can be asked for it. */
  nameOf(action: string, language: Language): string | undefined {
    const { actions } = this.#of(language)
    return Object.hasOwn(actions, action) ? actions[action] : undefined
  }

  /**
   * A mail that somebody asked for: when the address has had enough of them, nothing is made and nothing sent, so that what
   * came last stays good. What stands in it is made after it was counted.
   */
  async answer(
    mail: Pick<AnyMail, 'language' | 'to'> & { kind: AskedKind },
    make: () => Promise<Pick<AnyMail, 'path' | 'code' | 'facts'>>,
  ): Promise<void> {
    const { limits, log, now } = this.#counting
    const { allowed } = await limits.hit(`mail:${fold(mail.to)}`, HOUR, ASKED[mail.kind], now())
    if (!allowed) {
      log.warn({ kind: mail.kind }, 'An address was asked to be written to too often')
      return
    }
    await this.#post({ ...mail, ...(await make()) })
  }

  /** Resolves when it is kept. */
  post(mail: Mail): Promise<void> {
    return this.#post(mail)
  }

  /** A letter that somebody else keeps. */
  letter(mail: Mail): Letter {
    return this.#write(mail).letter
  }

  push(language: Language): Words['push'] {
    return this.#of(language).push
  }

  #write({ kind, language, to, path, code, unsubscribe, facts = {} }: AnyMail) {
    const { greeting, farewell, kinds, unsubscribe: words } = this.#of(language)
    const at = (place: string): string => new URL(place, this.#origin()).href
    const withFacts = (text: string): string => filled(text, facts)
    const { subject, action, before, after } = kinds[kind]
    const letter = write({
      to,
      language: language === 'ch_DE' ? 'de-CH' : 'en-CH',
      greeting,
      farewell,
      words: {
        subject: withFacts(subject),
        ...(action === undefined ? {} : { action }),
        before: before.map(withFacts),
        after: after.map(withFacts),
      },
      link: path === undefined ? undefined : at(path),
      code,
      ending:
        unsubscribe === undefined
          ? undefined
          : {
              words,
              page: at(`/mail_off/${unsubscribe}`),
              call: at(`/api/mails/unsubscribe/${unsubscribe}`),
            },
    })
    return { letter, short: [...before.map(withFacts), code ?? ''].join(' ') }
  }

  async #post(mail: AnyMail): Promise<void> {
    const { letter, short } = this.#write(mail)
    // Somebody reads it on his phone: short, and without a greeting.
    if (mail.kind === 'contactPhone') await this.#outbound.postText(mail.to, short)
    else await this.#outbound.post(letter)
  }

  #of(language: Language): Words {
    const words = this.#words.get(language)
    if (!words) throw new Error(`There is no mail.json of ${language}`)
    return words
  }
}
