import { type Analytics, analyticsOn } from './analytics/analytics.ts'
import { type Audit, auditOn } from './audit.ts'
import type { Database, Engine } from './database.ts'
import { type AnnouncementFiles, announcementFilesOn } from './fleet/announcement-files.ts'
import { type AnnouncementTemplates, announcementTemplatesOn } from './fleet/announcement-templates.ts'
import { type Announcements, announcementsOn } from './fleet/announcements.ts'
import { type BulkContents, bulkContentsOn } from './fleet/bulk-contents.ts'
import { type Centres, centresOn } from './fleet/centres.ts'
import { type Drift, driftOn } from './fleet/drift.ts'
import { type GoldenHomes, goldenHomesOn } from './fleet/golden-homes.ts'
import type { Jobs } from './fleet/jobs.ts'
import { jobsOn } from './fleet/jobs-on.ts'
import { type RolloutFaults, rolloutFaultsOn } from './fleet/rollout-faults.ts'
import { type Backups, backupsOn } from './gateways/backups.ts'
import { type Firmware, firmwareOn } from './gateways/firmware.ts'
import { type GatewayJobs, gatewayJobsOn } from './gateways/gateway-jobs.ts'
import { type GatewayLife, gatewayLifeOn } from './gateways/gateway-life.ts'
import { type GatewayPins, gatewayPinsOn } from './gateways/gateway-pins.ts'
import { type Gateways, gatewaysOn } from './gateways/gateways.ts'
import { type SerialNumbers, serialNumbersOn } from './gateways/handed-out-numbers.ts'
import { type Replacements, replacementsOn } from './gateways/replacements.ts'
import { type Subscriptions, subscriptionsOn } from './gateways/subscriptions.ts'
import { WholeGroups } from './gateways/whole-group.ts'
import { type Groups, groupsOn } from './groups.ts'
import { type AlarmMessages, alarmMessagesOn } from './homes/alarm-messages.ts'
import { type AlarmRecipients, alarmRecipientsOn } from './homes/alarm-recipients.ts'
import { type AlarmTables, alarmTablesOn } from './homes/alarm-tables.ts'
import { type AlarmNotifications, type Alarms, alarmNotificationsOn, alarmsOn } from './homes/alarms.ts'
import { type CallAddresses, callAddressesOn } from './homes/call-addresses.ts'
import { type Dashboards, dashboardsOn } from './homes/dashboards.ts'
import {
  type EnergyMetersOfHomes,
  type EnergyTariffsOfHomes,
  energyMetersOn,
  energyTariffsOn,
} from './homes/energy.ts'
import { type History, historyOn } from './homes/history.ts'
import { type Homes, homesOn } from './homes/homes.ts'
import { type NetworkSnapshots, networkSnapshotsOn } from './homes/network-snapshots.ts'
import { type OutageNews, outageNewsOn } from './homes/outage-news.ts'
import { type RuleQuestions, ruleQuestionsOn } from './homes/rule-questions.ts'
import { type StatusCalendars, statusCalendarsOn } from './homes/status-calendars.ts'
import { type TileOrders, tileOrdersOn } from './homes/tile-orders.ts'
import { type WebAddresses, webAddressesOn } from './homes/web-addresses.ts'
import { type Limits, limitsOn } from './limits.ts'
import { type Marks, marksOn } from './marks.ts'
import { type Notifications, notificationsOn } from './notifications.ts'
import { type Oauth, oauthOn } from './oauth.ts'
import { openEngine, type StoreOptions } from './open-engine.ts'
import { type Outbox, outboxOn } from './outbox.ts'
import { type Accounts, accountsOn } from './people/accounts.ts'
import { type ExportTasks, exportTasksOn } from './people/export-tasks.ts'
import { type ExternalIdentities, externalIdentitiesOn } from './people/external-identities.ts'
import { type Factors, factorsOn } from './people/factors.ts'
import { type KnownDevices, knownDevicesOn } from './people/known-devices.ts'
import { type LimitsOfLinks, linkLimitsOn } from './people/link-limits.ts'
import { type MailConsents, mailConsentsOn } from './people/mail-consents.ts'
import { type Memberships, membershipsOn } from './people/memberships.ts'
import { type NewsChoices, newsChoicesOn } from './people/news-choices.ts'
import { type Otps, otpsOn } from './people/otps.ts'
import { type Passkeys, passkeysOn } from './people/passkeys.ts'
import { type People, peopleOn } from './people/people.ts'
import { type PersonalData, personalDataOn } from './people/personal-data.ts'
import { type PushSubscriptions, pushSubscriptionsOn } from './people/push-subscriptions.ts'
import { type QuietHoursOfPeople, quietHoursOn } from './people/quiet-hours.ts'
import { type Recipients, recipientsOn } from './people/recipients.ts'
import { type SavedFilters, savedFiltersOn } from './people/saved-filters.ts'
import { type Sessions, sessionsOn } from './people/sessions.ts'
import { type Tokens, tokensOn } from './people/tokens.ts'
import { type WantedWaysOfPeople, wantedWaysOn } from './people/wanted-ways.ts'
import { type Purge, purgeOn } from './purge.ts'
import { type Secrets, secretsOn } from './secrets.ts'
import { type FleetStatistics, fleetStatisticsOn } from './statistics.ts'

/** One repository per aggregate; every promise of a write resolves only when the write survives a power cut. */
export interface Repositories {
  readonly accounts: Accounts
  readonly people: People
  readonly memberships: Memberships
  readonly sessions: Sessions
  readonly gateways: Gateways
  readonly gatewayLife: GatewayLife
  readonly gatewayPins: GatewayPins
  readonly gatewayJobs: GatewayJobs
  readonly firmware: Firmware
  readonly subscriptions: Subscriptions
  readonly serialNumbers: SerialNumbers
  readonly homes: Homes
  readonly tileOrders: TileOrders
  readonly dashboards: Dashboards
  readonly energyTariffs: EnergyTariffsOfHomes
  readonly energyMeters: EnergyMetersOfHomes
  readonly callAddresses: CallAddresses
  readonly webAddresses: WebAddresses
  readonly statusCalendars: StatusCalendars
  readonly notifications: Notifications
  readonly ruleQuestions: RuleQuestions
  readonly tokens: Tokens
  readonly limits: Limits
  readonly audit: Audit
  readonly oauth: Oauth
  readonly externalIdentities: ExternalIdentities
  readonly otps: Otps
  readonly outbox: Outbox
  readonly marks: Marks
  readonly purge: Purge
  readonly factors: Factors
  readonly passkeys: Passkeys
  readonly knownDevices: KnownDevices
  readonly mailConsents: MailConsents
  readonly networkSnapshots: NetworkSnapshots
  readonly history: History
  readonly backups: Backups
  readonly groups: Groups
  readonly alarms: Alarms
  readonly alarmNotifications: AlarmNotifications
  readonly alarmRecipients: AlarmRecipients
  readonly alarmMessages: AlarmMessages
  readonly alarmTables: AlarmTables
  readonly outageNews: OutageNews
  readonly secrets: Secrets
  readonly pushSubscriptions: PushSubscriptions
  readonly quietHours: QuietHoursOfPeople
  wantedWays: WantedWaysOfPeople
  readonly savedFilters: SavedFilters
  linkLimits: LimitsOfLinks
  readonly statistics: FleetStatistics
  readonly jobs: Jobs
  readonly centres: Centres
  readonly replacements: Replacements
  readonly bulkContents: BulkContents
  readonly goldenHomes: GoldenHomes
  readonly rolloutFaults: RolloutFaults
  readonly drift: Drift
  readonly announcements: Announcements
  readonly announcementFiles: AnnouncementFiles
  readonly announcementTemplates: AnnouncementTemplates
  readonly recipients: Recipients
  readonly newsChoices: NewsChoices
  readonly exportTasks: ExportTasks
  readonly personalData: PersonalData
  readonly analytics: Analytics
}

/** The server's memory. Errors are those of `errors.ts`. */
export interface Store extends Repositories {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Runs several writes as one: all of them or none. Keep it short and wait for nothing but the store inside;
   * other writers stand still meanwhile. Inside, use only the repositories handed in.
   */
  atomically<T>(run: (repositories: Repositories) => Promise<T>): Promise<T>
  /** Writes a verified copy beside the database and answers its path; PostgreSQL has its own tools and answers undefined. */
  backup(): Promise<string | undefined>
  /** Answers when the store does; rejects when it can't. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the store at `location`: a folder (SQLite; created when it is not there) or a `postgres://` address.
 * Throws DirectoryInUseError, DamagedStoreError, NewerStoreError: each says in its message what to do.
 */
export async function openStore(location: string, options: StoreOptions = {}): Promise<Store> {
  return storeOn(await openEngine(location, options))
}

export function storeOn(engine: Engine): Store {
  const whole = new WholeGroups()
  return {
    engine: engine.kind,
    ...repositoriesOn(engine, whole),
    async atomically(run) {
      // What comes or goes inside does so for others at the end.
      const inside = new WholeGroups()
      try {
        return await engine.atomically((database) => run(repositoriesOn(database, inside)))
      } finally {
        if (inside.changed) whole.forget()
      }
    },
    backup: () => engine.backup(),
    ping: () => engine.ping(),
    close: () => engine.close(),
  }
}

const repositoriesOn = (database: Database, whole: WholeGroups): Repositories => ({
  accounts: accountsOn(database),
  people: peopleOn(database),
  memberships: membershipsOn(database),
  sessions: sessionsOn(database),
  gateways: gatewaysOn(database, whole),
  gatewayLife: gatewayLifeOn(database),
  gatewayPins: gatewayPinsOn(database),
  gatewayJobs: gatewayJobsOn(database),
  firmware: firmwareOn(database),
  subscriptions: subscriptionsOn(database),
  serialNumbers: serialNumbersOn(database),
  homes: homesOn(database),
  tileOrders: tileOrdersOn(database),
  dashboards: dashboardsOn(database),
  energyTariffs: energyTariffsOn(database),
  energyMeters: energyMetersOn(database),
  callAddresses: callAddressesOn(database),
  webAddresses: webAddressesOn(database),
  statusCalendars: statusCalendarsOn(database),
  notifications: notificationsOn(database),
  ruleQuestions: ruleQuestionsOn(database),
  tokens: tokensOn(database),
  limits: limitsOn(database),
  audit: auditOn(database),
  oauth: oauthOn(database),
  externalIdentities: externalIdentitiesOn(database),
  otps: otpsOn(database),
  outbox: outboxOn(database),
  marks: marksOn(database),
  purge: purgeOn(database, whole),
  factors: factorsOn(database),
  passkeys: passkeysOn(database),
  knownDevices: knownDevicesOn(database),
  mailConsents: mailConsentsOn(database),
  networkSnapshots: networkSnapshotsOn(database),
  history: historyOn(database),
  backups: backupsOn(database),
  groups: groupsOn(database, whole),
  alarms: alarmsOn(database),
  alarmNotifications: alarmNotificationsOn(database),
  alarmRecipients: alarmRecipientsOn(database),
  alarmMessages: alarmMessagesOn(database),
  alarmTables: alarmTablesOn(database),
  outageNews: outageNewsOn(database),
  secrets: secretsOn(database),
  pushSubscriptions: pushSubscriptionsOn(database),
  quietHours: quietHoursOn(database),
  wantedWays: wantedWaysOn(database),
  savedFilters: savedFiltersOn(database),
  linkLimits: linkLimitsOn(database),
  statistics: fleetStatisticsOn(database),
  jobs: jobsOn(database),
  centres: centresOn(database, whole),
  replacements: replacementsOn(database),
  bulkContents: bulkContentsOn(database),
  goldenHomes: goldenHomesOn(database),
  rolloutFaults: rolloutFaultsOn(database),
  drift: driftOn(database),
  announcements: announcementsOn(database),
  announcementFiles: announcementFilesOn(database),
  announcementTemplates: announcementTemplatesOn(database),
  recipients: recipientsOn(database),
  newsChoices: newsChoicesOn(database),
  exportTasks: exportTasksOn(database),
  personalData: personalDataOn(database),
  analytics: analyticsOn(database, whole),
})
