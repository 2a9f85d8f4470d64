import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { SessionKeeper } from '../auth/sessions.ts'
import type { AlarmBook } from '../homes/alarms/alarm-book.ts'
import { openAlarms } from '../homes/alarms/open-alarms.ts'
import { Outsiders } from '../homes/alarms/outsiders.ts'
import { SERVER } from '../homes/asker.ts'
import { SceneCalls } from '../homes/calls/scene-calls.ts'
import { WebAddressBook } from '../homes/calls/web-addresses.ts'
import type { Homes } from '../homes/homes.ts'
import { MailConsentBook } from '../homes/mail-consents.ts'
import type { Reaches } from '../homes/reach/reaches.ts'
import { QuestionBook } from '../homes/telling/questions.ts'
import { reachOfPeople } from '../homes/telling/reach-of-people.ts'
import { RuleNews } from '../homes/telling/rule-news.ts'
import { ToldTexts } from '../homes/telling/told-texts.ts'
import type { Broker } from '../lib/channel/port.ts'
import { Notifier } from '../notifications.ts'
import { BackgroundTasks } from '../outbound/background-tasks.ts'
import { ServerKeys } from '../outbound/carriers/server-keys.ts'
import { carriersOf } from '../outbound/carriers.ts'
import { Mails } from '../outbound/mails.ts'
import { Messenger } from '../outbound/messenger.ts'
import { Outbound } from '../outbound/outbound.ts'
import { PushDevices } from '../outbound/push-devices.ts'
import { sealFor } from '../outbound/seal.ts'
import type { AtEnd, Ground } from './ground.ts'

interface Given extends Ground {
  broker: Broker
  sessions: SessionKeeper
  reaches: Reaches
  alarmBook: AlarmBook
  alarmRules: AlarmRules
  /** What is told of homes is told of those that are open by then. */
  homes(): Homes
  /** Where people find this server, for links in what they are sent. */
  address(): string
}

/** All that reaches people and programs elsewhere: mails, notices, pushes, alarms, what scenes tell and call. */
export async function openTelling(given: Given, atEnd: AtEnd) {
  const { config, store, rights, sessions, broker, catalogue, locales, log, metrics, now, clock } = given
  const { settings, reaches, alarmBook, homes } = given
  const seal = sealFor(config.store)
  const pushSeal = sealFor(config.store, 'push')
  const keys = new ServerKeys({ store, seal: sealFor(config.store, 'own keys') })
  await keys.read()
  const webAddresses = new WebAddressBook({
    ...{ store, rights, now },
    seal: sealFor(config.store, 'web addresses'),
    privateHosts: config.ways.privateCalls,
  })
  const sceneCalls = new SceneCalls({ addresses: webAddresses, log })
  const carriers = carriersOf(config, {
    ...{ store, sessions, keys, seal: pushSeal, now },
    web: {
      called: (id) => webAddresses.called(id),
      isPrivateAllowed: (host) => webAddresses.isPrivateAllowed(host),
      settled: (what) => sceneCalls.settled(what),
    },
  })
  const outbound = new Outbound({ store, seal, carriers, log, metrics, now })
  const background = new BackgroundTasks(log)
  atEnd(() => outbound.stop())
  atEnd(() => background.done())
  const mails = new Mails(locales, outbound, background, given.address, { limits: store.limits, log, now })
  const messenger = new Messenger({ store, outbound, mails, now })
  const pushDevices = new PushDevices({
    ...{ store, messenger, mails, now, keys },
    ...{ seal: pushSeal, services: config.ways.push },
  })
  const questions = new QuestionBook({ store, rights, broker, homes, now })
  const notifier = new Notifier({ store, broker, rights, messenger, questions, log, now })
  const consents = new MailConsentBook({ store, mails, now })
  const outsiders = new Outsiders({ consents, mails, outbound })
  const alarms = await openAlarms({
    ...{ store, broker, messenger, outsiders, notifier, mails, log, settings, clock },
    ...{ rules: given.alarmRules, book: alarmBook },
  })
  const { alarming } = alarms
  atEnd(() => alarms.close())
  const texts = new ToldTexts({
    ...{ locales, catalogue },
    devices: async (serialNumber) => (await homes().of(serialNumber))?.devices() ?? [],
  })
  const ruleNews = new RuleNews({
    ...{ store, mails, consents, notifier, alarming, texts, questions, log, clock, calls: sceneCalls },
    address: new RegExp(String(settings.flags.EMAIL_REGEX), 'u'),
    people: reachOfPeople(homes, reaches),
    report: (serialNumber, said) => homes().order(serialNumber, SERVER, 'note_rule_told', said),
  })
  return {
    ...{ seal, webAddresses, sceneCalls, outbound, background, mails, messenger, pushDevices },
    ...{ questions, notifier, consents, outsiders, alarms, ruleNews },
  }
}
