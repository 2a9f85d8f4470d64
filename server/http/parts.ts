import type { Commands, Response } from '#schemas/generated/channel.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { Announcements } from '../announcements/announcements.ts'
import type { AccountNotices } from '../auth/account-notices.ts'
import type { Codes } from '../auth/codes.ts'
import type { Contacts } from '../auth/contacts.ts'
import type { Deletion } from '../auth/deletion.ts'
import type { Devices } from '../auth/devices.ts'
import type { Factors } from '../auth/factors/factors.ts'
import type { SessionKeeper } from '../auth/sessions.ts'
import type { Bulk } from '../bulk/bulk.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Rollouts } from '../catalogue/rollouts/rollouts.ts'
import type { Studio } from '../catalogue/studio/studio.ts'
import type { Config } from '../config.ts'
import type { GoldenHomes } from '../drift/golden-homes.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { LinkedAccounts } from '../gateways/linked-accounts.ts'
import type { FindAddress } from '../gateways/places.ts'
import type { AlarmBook } from '../homes/alarms/alarm-book.ts'
import type { Alarming } from '../homes/alarms/alarming.ts'
import type { Outsiders } from '../homes/alarms/outsiders.ts'
import type { StatusCalendarBook } from '../homes/calendars/status-calendar-book.ts'
import type { CallAddressBook } from '../homes/calls/call-addresses.ts'
import type { WebAddressBook } from '../homes/calls/web-addresses.ts'
import type { Census } from '../homes/fleet/census.ts'
import type { FleetReports } from '../homes/fleet/reports.ts'
import type { LookingBack } from '../homes/history/looking-back.ts'
import type { Home } from '../homes/home.ts'
import type { MailConsentBook } from '../homes/mail-consents.ts'
import type { NetworkSnapshots } from '../homes/network-snapshots.ts'
import type { Reaches } from '../homes/reach/reaches.ts'
import type { SnapshotPart } from '../homes/snapshot.ts'
import type { Statistics } from '../homes/statistic/statistic.ts'
import type { QuestionBook } from '../homes/telling/questions.ts'
import type { Legal } from '../legal.ts'
import type { Channel } from '../lib/channel/port.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Notifier } from '../notifications.ts'
import type { OauthClients } from '../oauth/clients.ts'
import type { IdentityProvider } from '../oauth/identity-provider.ts'
import type { Programs } from '../oauth/programs.ts'
import type { Operations } from '../operations/operations.ts'
import type { Mails } from '../outbound/mails.ts'
import type { Messenger } from '../outbound/messenger.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { PushDevices } from '../outbound/push-devices.ts'
import type { PersonalExports } from '../privacy/exports.ts'
import type { Rights } from '../rights.ts'
import type { SelfCheck } from '../self-check/self-check.ts'
import type { DeploymentSettings } from '../settings.ts'
import type { Store } from '../store/store.ts'

/** What HTTP needs of the homes. */
interface Homes extends LookingBack {
  /** undefined: nothing is known about this home yet. */
  snapshot(serialNumber: string, part: SnapshotPart): Promise<HomeSnapshot | undefined>
  /** Content hash of the layout of every device, by device id. */
  layouts(serialNumber: string): Promise<Readonly<Record<string, string>> | undefined>
  of(serialNumber: string): Promise<Home | undefined>
  order<N extends keyof Commands>(
    serialNumber: string,
    userId: string,
    command: N,
    params: Commands[N]['params'],
  ): Promise<Response>
}

/** What HTTP needs of the device catalogue. */
interface Layouts extends Pick<Catalogue, 'own' | 'layoutOf' | 'said' | 'model'> {
  byHash(hash: string): DeviceLayout | undefined
  problems(): readonly CatalogueProblem[]
  models(): readonly DeviceModel[]
}

/** Everything that handlers work with. */
export interface Parts {
  config: Config
  store: Store
  rights: Rights
  reaches: Pick<Reaches, 'of' | 'within'>
  sessions: SessionKeeper
  settings: DeploymentSettings
  /** Programs that people may allow to use a gateway. */
  clients: OauthClients
  programs: Programs
  identityProvider: IdentityProvider | undefined
  channel: Channel
  homes: Homes
  bulk: Bulk
  operations: Operations
  goldenHomes: GoldenHomes
  rollouts: Rollouts
  announcements: Announcements
  networks: Pick<NetworkSnapshots, 'take'>
  statistics: Pick<Statistics, 'of' | 'saved' | 'timestamps' | 'report' | 'fleet'>
  census: Pick<Census, 'request' | 'countNow'>
  fleetReports: Pick<FleetReports, 'of'>
  catalogue: Layouts
  studio: Studio
  gateways: Gateways
  places: FindAddress
  mails: Mails
  notifier: Notifier
  questions: QuestionBook
  pushDevices: PushDevices
  alarmBook: Pick<AlarmBook, 'about' | 'raisedBy' | 'table' | 'changed' | 'refresh' | 'isAhead' | 'standing'>
  alarming: Pick<Alarming, 'react' | 'add' | 'next'>
  messenger: Pick<Messenger, 'receipts' | 'reaches' | 'send'>
  outsiders: Pick<Outsiders, 'ask'>
  outbound: Outbound
  consents: Pick<MailConsentBook, 'agree' | 'refuse'>
  callAddresses: Pick<CallAddressBook, 'of' | 'make' | 'remove' | 'call'>
  statusCalendars: Pick<StatusCalendarBook, 'of' | 'put' | 'remove'>
  webAddresses: Pick<WebAddressBook, 'of' | 'make' | 'change' | 'renew' | 'remove'>
  /** Terms and privacy policy. */
  legal: Legal
  deletion: Deletion
  codes: Codes
  linkedAccounts: LinkedAccounts
  contacts: Contacts
  exports: PersonalExports
  selfCheck: SelfCheck
  /** Where gateways of their own find this server. */
  gatewayDoor(): { broker?: string; server: string }
  factors: Factors
  accountNotices: AccountNotices
  devices: Devices
  log: Log
  metrics: Metrics
  /** Epoch ms. */
  now(): number
}
