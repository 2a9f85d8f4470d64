import { offlineCause } from './0011-offline-cause.ts'
import { pinTries } from './0012-pin-tries.ts'
import { mailConsents } from './0013-mail-consents.ts'
import { disabledAccounts } from './0014-disabled-accounts.ts'
import { gatewayStates } from './0015-gateway-states.ts'
import { networkSnapshots } from './0016-network-snapshots.ts'
import { history } from './0017-history.ts'
import { dashboards } from './0018-dashboards.ts'
import { energyTariffs } from './0019-energy-tariffs.ts'
import { backups } from './0020-backups.ts'
import { linkedAccounts } from './0024-linked-accounts.ts'
import { groups } from './0025-groups.ts'
import { alarms } from './0026-alarms.ts'
import { alarmRecipients } from './0027-alarm-recipients.ts'
import { outageNews } from './0028-outage-news.ts'
import { waysOut } from './0029-ways-out.ts'
import { push } from './0030-push.ts'
import { exportTasks } from './0031-export-tasks.ts'
import { statistics } from './0033-statistics.ts'
import { statisticsIndexes } from './0034-statistics-indexes.ts'
import { jobs } from './0035-jobs.ts'
import { bulk } from './0036-bulk.ts'
import { replacements } from './0039-replacements.ts'
import { backupNights } from './care/0050-backup-nights.ts'
import { wantedWays } from './care/0051-wanted-ways.ts'
import { alarmSequel } from './care/0060-alarm-sequel.ts'
import { alarmConditions } from './care/0066-alarm-conditions.ts'
import { gatheredMessages } from './care/0067-gathered-messages.ts'
import { whatGoesOn } from './care/0074-what-goes-on.ts'
import { foundation } from './first/0001-foundation.ts'
import { accounts } from './first/0002-accounts.ts'
import { oauth } from './first/0003-oauth.ts'
import { gatewayLife } from './first/0004-gateway-life.ts'
import { gatewaySessions } from './first/0005-gateway-sessions.ts'
import { tileOrders } from './first/0006-tile-orders.ts'
import { notifications } from './first/0007-notifications.ts'
import { marks } from './first/0008-marks.ts'
import { secondFactors } from './first/0009-second-factors.ts'
import { plainSearch } from './first/0010-plain-search.ts'
import { announcements } from './fleet/0040-announcements.ts'
import { announcementTemplates } from './fleet/0041-announcement-templates.ts'
import { savedFilters } from './fleet/0053-saved-filters.ts'
import { goldenHomes } from './fleet/0061-golden-homes.ts'
import { listIndexes } from './fleet/0063-list-indexes.ts'
import { rolloutFaults } from './fleet/0065-rollout-faults.ts'
import { announcementFiles } from './fleet/0068-announcement-files.ts'
import { listPages } from './fleet/0075-list-pages.ts'
import { stateIndex } from './fleet/0078-state-index.ts'
import { revisions } from './fleet/0079-revisions.ts'
import { standingJobs } from './fleet/0080-standing-jobs.ts'
import { energyMeters } from './homes/0064-energy-meters.ts'
import { callAddresses } from './homes/0069-call-addresses.ts'
import { webAddresses } from './homes/0070-web-addresses.ts'
import { statusCalendars } from './homes/0071-status-calendars.ts'
import { ruleQuestions } from './homes/0072-rule-questions.ts'
import type { Migration } from './migration.ts'
import { linkLimits } from './sharing/0042-link-limits.ts'
import { viewers } from './sharing/0062-viewers.ts'

/** In order; append only. */
export const migrations: readonly Migration[] = [
  foundation,
  accounts,
  oauth,
  gatewayLife,
  gatewaySessions,
  tileOrders,
  notifications,
  marks,
  secondFactors,
  plainSearch,
  offlineCause,
  pinTries,
  mailConsents,
  disabledAccounts,
  gatewayStates,
  networkSnapshots,
  history,
  dashboards,
  energyTariffs,
  backups,
  linkedAccounts,
  groups,
  alarms,
  alarmRecipients,
  outageNews,
  waysOut,
  push,
  exportTasks,
  statistics,
  statisticsIndexes,
  jobs,
  bulk,
  replacements,
  announcements,
  announcementTemplates,
  linkLimits,
  backupNights,
  wantedWays,
  savedFilters,
  alarmSequel,
  goldenHomes,
  viewers,
  listIndexes,
  energyMeters,
  rolloutFaults,
  alarmConditions,
  gatheredMessages,
  announcementFiles,
  callAddresses,
  webAddresses,
  statusCalendars,
  ruleQuestions,
  whatGoesOn,
  listPages,
  stateIndex,
  revisions,
  standingJobs,
]
