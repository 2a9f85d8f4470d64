import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Commands } from '#schemas/generated/channel.ts'
import { MailConsentBook } from '#server/homes/mail-consents.ts'
import { QuestionBook } from '#server/homes/telling/questions.ts'
import { reachOfPeople } from '#server/homes/telling/reach-of-people.ts'
import { RuleNews } from '#server/homes/telling/rule-news.ts'
import { ToldTexts } from '#server/homes/telling/told-texts.ts'
import { systemClock } from '#server/lib/clock.ts'
import { Metrics } from '#server/metrics.ts'
import { Notifier } from '#server/notifications.ts'
import { BackgroundTasks } from '#server/outbound/background-tasks.ts'
import { Mails } from '#server/outbound/mails.ts'
import type { Message } from '#server/outbound/messenger.ts'
import { Outbound } from '#server/outbound/outbound.ts'
import { Seal } from '#server/outbound/seal.ts'
import { readSettings } from '#server/settings.ts'
import type { Street } from './homes-kit.ts'

/** An alarm that the server knows. */
export const KNOWN_ALARM = 1012

/** What delivers the news of rules, before a real store; mails lie in the outbox. `later`: how long after now it is. */
export function openTelling(street: Street, later: () => number = () => 0) {
  const { store, rights, reaches } = street.world
  const warned: string[] = []
  /** By person: what his pages heard. */
  const pushed: [string, string][] = []
  /** By which scenes the known alarm was raised. */
  const raised: string[] = []
  /** By gateway: what it heard of its messages. */
  const reported: [string, Commands['note_rule_told']['params']][] = []
  /** By person: what his pages heard of questions. */
  const heard: [string, unknown][] = []
  const woken: Message[] = []
  const log = {
    info: () => {},
    warn: (_facts: unknown, message: string) => void warned.push(message),
    error: (_facts: unknown, message: string) => void warned.push(message),
  }
  const now = () => Date.now() + later()
  const outbound = new Outbound({
    store,
    seal: new Seal(randomBytes(32)),
    carriers: {},
    log: log as never,
    metrics: new Metrics(),
    now,
  })
  const background = new BackgroundTasks(log as never)
  const { flags } = readSettings('catalogue', undefined, () => {})
  const locales = join(process.cwd(), 'locales')
  const counting = { limits: store.limits, log: log as never, now }
  const mails = new Mails(locales, outbound, background, () => 'https://home.example', counting)
  const consents = new MailConsentBook({ store, mails, now })
  const questions = new QuestionBook({
    ...{ store, rights, now },
    broker: { publishToUser: (userId, { data }) => void heard.push([userId, data]) },
    homes: () => street.homes,
  })
  const news = new RuleNews({
    store,
    mails,
    consents,
    notifier: new Notifier({
      store,
      rights,
      broker: { publishToUser: (userId, { data }) => void pushed.push([userId, JSON.stringify(data)]) },
      messenger: { send: async (message) => void woken.push(message), reaches: async () => true },
      questions,
      log,
      now,
    }),
    alarming: {
      raiseByScene: async (_serialNumber, number, { name }) => {
        if (number === KNOWN_ALARM) raised.push(name)
        return number === KNOWN_ALARM
      },
    },
    calls: { post: async () => undefined, failed: () => undefined },
    texts: new ToldTexts({
      locales,
      catalogue: street.catalogue,
      devices: async (serialNumber) => (await street.homes.of(serialNumber))?.devices() ?? [],
    }),
    questions,
    people: reachOfPeople(() => street.homes, reaches),
    report: async (serialNumber, said) => void reported.push([serialNumber, said]),
    address: new RegExp(String(flags.EMAIL_REGEX), 'u'),
    log,
    clock: { ...systemClock, now },
  })
  /** What lies in the outbox for an address. */
  const lettersTo = async (address: string) => {
    const { data } = await store.outbox.list({ page: 1, limit: 1000, searchText: address })
    return Promise.all(
      data
        .filter(({ to }) => to === address)
        .map(async ({ id, subject }) => {
          const kept = await store.outbox.find(id)
          return { subject, ...(kept && outbound.read(kept)) }
        }),
    )
  }
  return { questions, heard, woken, news, consents, background, warned, pushed, raised, reported, lettersTo }
}
