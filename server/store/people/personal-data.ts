import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { fold } from '../text.ts'

/** One entry, its times as ISO 8601, what was JSON as it is. */
export type PersonalRow = Readonly<Record<string, unknown>>

type Rule<T> =
  | {
      /** A part of an export: of the person himself, or of each home that is his. */
      of: 'person' | 'home'
      part: string
      /** Column that says whose it is. */
      by: keyof T & string
      take: readonly (keyof T & string)[]
      times?: readonly (keyof T & string)[]
      json?: readonly (keyof T & string)[]
    }
  /** Read by code of its own: more than one table, or a part of each row only. */
  | { read: 'below' | 'by the export' }
  | { left: string }

const SECRET = 'nothing but secrets and how often they were tried'
const PASSING = 'gone by itself within the hour'
const COUNTED = 'counts of the fleet, without anybody in them'
const SET_UP = 'compares how homes are set up, which the part about each home tells whole'
const OURS = 'about the deployment, not about people'

/**
 * What of each table is about a person. A table that is not named here does not compile: whoever keeps something new says
 * whether its owner gets it when he asks for everything that is kept about him.
 */
const RULES: { readonly [T in keyof Tables]: Rule<Tables[T]> } = {
  accounts: { read: 'below' },
  links: { read: 'below' },
  link_limits: { read: 'below' },
  group_users: { read: 'below' },
  outbox: { read: 'below' },
  mail_consents: { read: 'below' },
  alarm_notifications: { read: 'below' },
  gathered_messages: { left: 'counts what one message at the end of the quiet hours stands for' },
  replacements: { left: 'about gateways; who began one stands in the audit log' },
  gateways: { read: 'by the export' },
  history_days: { read: 'by the export' },
  history_waiting: { read: 'by the export' },
  sessions: {
    ...{ of: 'person', part: 'sessions', by: 'user_id' },
    take: ['created_at', 'last_seen_at', 'user_agent', 'address', 'serial_number'],
    times: ['created_at', 'last_seen_at'],
  },
  known_devices: {
    ...{ of: 'person', part: 'devices', by: 'user_id' },
    take: ['label', 'first_seen_at', 'last_seen_at'],
    times: ['first_seen_at', 'last_seen_at'],
  },
  authenticators: {
    ...{ of: 'person', part: 'authenticator', by: 'user_id' },
    take: ['created_at', 'last_used_at'],
    times: ['created_at', 'last_used_at'],
  },
  passkeys: {
    ...{ of: 'person', part: 'passkeys', by: 'user_id' },
    take: ['name', 'created_at', 'last_used_at'],
    times: ['created_at', 'last_used_at'],
  },
  external_identities: {
    ...{ of: 'person', part: 'externalSignIn', by: 'user_id' },
    take: ['issuer', 'subject', 'created_at'],
    times: ['created_at'],
  },
  oauth_grants: {
    ...{ of: 'person', part: 'programs', by: 'user_id' },
    take: ['client_id', 'serial_number', 'scope', 'created_at', 'last_used_at'],
    times: ['created_at', 'last_used_at'],
  },
  notifications: {
    ...{ of: 'person', part: 'notifications', by: 'user_id' },
    take: ['at', 'serial_number', 'title', 'body', 'kind', 'seen'],
    times: ['at'],
  },
  dashboards: {
    ...{ of: 'person', part: 'dashboards', by: 'user_id' },
    take: ['serial_number', 'pages'],
    json: ['pages'],
  },
  tile_orders: {
    ...{ of: 'person', part: 'tiles', by: 'user_id' },
    take: ['serial_number', 'devices'],
    json: ['devices'],
  },
  serial_numbers: {
    ...{ of: 'person', part: 'serialNumbers', by: 'user_id' },
    take: ['serial_number', 'created_at'],
    times: ['created_at'],
  },
  audit: {
    ...{ of: 'person', part: 'activity', by: 'who' },
    // What else it says may be about somebody else.
    take: ['at', 'what', 'gateway', 'result'],
    times: ['at'],
  },
  export_tasks: {
    ...{ of: 'person', part: 'exports', by: 'user_id' },
    take: ['requested_at', 'status', 'started_at', 'ended_at', 'handed_at', 'handed_to'],
    times: ['requested_at', 'started_at', 'ended_at', 'handed_at'],
  },
  push_subscriptions: {
    ...{ of: 'person', part: 'pushDevices', by: 'user_id' },
    take: ['label', 'mode', 'created_at', 'sent_at'],
    times: ['created_at', 'sent_at'],
  },
  quiet_hours: {
    ...{ of: 'person', part: 'quietHours', by: 'user_id' },
    take: ['active', 'from_minute', 'until_minute', 'zone'],
  },
  saved_filters: {
    ...{ of: 'person', part: 'savedFilters', by: 'user_id' },
    take: ['screen', 'name', 'asks'],
    json: ['asks'],
  },
  wanted_ways: {
    ...{ of: 'person', part: 'wantedWays', by: 'user_id' },
    take: ['ways'],
    json: ['ways'],
  },
  alarm_recipients: {
    ...{ of: 'person', part: 'alarmRecipients', by: 'user_id' },
    take: ['serial_number', 'code', 'level', 'contact', 'ways'],
    json: ['ways'],
  },
  rule_questions: {
    ...{ of: 'person', part: 'answers', by: 'answered_by' },
    take: ['serial_number', 'at', 'answers', 'answer'],
    times: ['at'],
    json: ['answers'],
  },
  call_addresses: {
    ...{ of: 'person', part: 'callAddresses', by: 'made_by' },
    take: ['serial_number', 'rule_id', 'resource_id', 'made_at', 'called_at', 'calls'],
    times: ['made_at', 'called_at'],
  },
  status_calendars: {
    ...{ of: 'person', part: 'statusCalendars', by: 'made_by' },
    take: ['serial_number', 'resource_id', 'made_at', 'fetched_at'],
    times: ['made_at', 'fetched_at'],
  },
  web_addresses: {
    ...{ of: 'person', part: 'webAddresses', by: 'made_by' },
    take: ['serial_number', 'name', 'method', 'made_at', 'called_at'],
    times: ['made_at', 'called_at'],
  },
  alarm_messages: {
    ...{ of: 'person', part: 'alarmMessages', by: 'user_id' },
    take: ['at', 'way', 'contact', 'state', 'settled_at'],
    times: ['at', 'settled_at'],
  },
  alarm_addenda: {
    ...{ of: 'person', part: 'alarmAddenda', by: 'user_id' },
    take: ['at', 'response'],
    times: ['at'],
  },
  news_choices: {
    ...{ of: 'person', part: 'news', by: 'user_id' },
    take: ['wanted', 'changed_at'],
    times: ['changed_at'],
  },
  outage_news: {
    ...{ of: 'person', part: 'outageNews', by: 'user_id' },
    take: ['serial_number', 'subject'],
  },
  gateway_centres: {
    ...{ of: 'home', part: 'centre', by: 'serial_number' },
    take: ['centre', 'point'],
  },
  subscriptions: {
    ...{ of: 'home', part: 'subscription', by: 'serial_number' },
    take: ['plan', 'since', 'until', 'deactivated_at'],
    times: ['since', 'until', 'deactivated_at'],
  },
  energy_tariffs: {
    ...{ of: 'home', part: 'tariffs', by: 'serial_number' },
    take: ['tariffs'],
    json: ['tariffs'],
  },
  energy_meters: {
    ...{ of: 'home', part: 'meters', by: 'serial_number' },
    take: ['meters'],
    json: ['meters'],
  },
  backups: {
    ...{ of: 'home', part: 'backups', by: 'serial_number' },
    take: ['created_at', 'name', 'type', 'about'],
    times: ['created_at'],
    json: ['about'],
  },
  network_snapshots: {
    ...{ of: 'home', part: 'networks', by: 'serial_number' },
    take: ['at', 'by_hand', 'name', 'summary'],
    times: ['at'],
    json: ['summary'],
  },
  home_entries: { left: 'how a gateway inside keeps what it tells when it is asked how it is set up' },
  history_handed: { left: 'up to when a gateway has told what it recorded' },
  gateway_counts: { left: COUNTED },
  gateway_classes: { left: COUNTED },
  gateway_failures: { left: COUNTED },
  fleet_days: { left: COUNTED },
  groups: { left: 'their names stand with whoever is in one' },
  group_gateways: { left: OURS },
  alarms: { left: OURS },
  alarm_escalations: { left: OURS },
  alarm_tables: { left: OURS },
  firmware_campaigns: { left: OURS },
  jobs: { left: OURS },
  job_tasks: { left: OURS },
  rollout_faults: { left: OURS },
  bulk_contents: { left: OURS },
  golden_homes: { left: SET_UP },
  drift_gateways: { left: SET_UP },
  drift_things: { left: SET_UP },
  drift_cells: { left: SET_UP },
  announcements: { left: OURS },
  announcement_files: { left: OURS },
  announcement_templates: { left: OURS },
  centres: { left: OURS },
  marks: { left: OURS },
  gateway_jobs: { left: PASSING },
  secrets: { left: OURS },
  tokens: { left: SECRET },
  otps: { left: SECRET },
  oauth_tokens: { left: SECRET },
  recovery_codes: { left: SECRET },
  pin_tries: { left: SECRET },
  limits: { left: PASSING },
  export_parts: { left: 'the files themselves' },
}

export interface PersonalPart {
  part: string
  rows: readonly PersonalRow[]
}

/** Everything that is kept about one person, and nothing about others. */
export interface PersonalData {
  profile(userId: string): Promise<PersonalRow | undefined>
  /** `addresses`: where he is reached. */
  ofPerson(userId: string, addresses: readonly string[]): AsyncIterable<PersonalPart>
  ofHome(userId: string, serialNumber: string): AsyncIterable<PersonalPart>
}

export const personalDataOn = ({ sql }: Database): PersonalData => {
  async function* listed(of: 'person' | 'home', key: string): AsyncGenerator<PersonalPart> {
    for (const [table, rule] of Object.entries(RULES) as [keyof Tables, Rule<Row>][])
      if ('of' in rule && rule.of === of) {
        const rows = await untyped(sql)
          .selectFrom(table)
          .select([...rule.take])
          .where(rule.by, '=', key)
          .execute()
        yield { part: rule.part, rows: rows.map((row) => shown(row, rule)) }
      }
  }
  return {
    async profile(userId) {
      const row = await sql
        .selectFrom('accounts')
        .select([
          ...(['username', 'first_name', 'last_name', 'gender', 'country', 'preferred_language'] as const),
          ...(['group_names', 'contact', 'address', 'linked_id', 'start_screen'] as const),
          ...(['on_boarding_source', 'created_at', 'activated_at', 'policy_version'] as const),
          ...(['policy_accepted_at', 'deletion_marked_at'] as const),
        ])
        .where('id', '=', userId)
        .executeTakeFirst()
      return (
        row &&
        shown(row, {
          times: ['created_at', 'activated_at', 'policy_accepted_at', 'deletion_marked_at'],
          json: ['group_names', 'contact', 'address'],
        })
      )
    },
    async *ofPerson(userId, addresses) {
      yield* listed('person', userId)
      const links = await sql
        .selectFrom('links')
        .selectAll()
        .where((e) => e.or([e('master_id', '=', userId), e('secondary_id', '=', userId)]))
        .orderBy('created_at')
        .execute()
      const limits = await sql
        .selectFrom('link_limits')
        .innerJoin('links', 'links.id', 'link_limits.link_id')
        .select(['link_limits.link_id', 'link_limits.serial_number', 'link_limits.limits'])
        .where('links.master_id', '=', userId)
        .orderBy('link_limits.serial_number')
        .execute()
      yield {
        part: 'links',
        // Who the other one is, is his own.
        rows: links.map(({ id, master_id, is_support, verified, created_at, ends_at }) => ({
          role: master_id === userId ? 'owner' : 'linked',
          ...{ isSupport: is_support, verified },
          ...{ createdAt: iso(created_at), endsAt: iso(ends_at) },
          // What he has given them: his own doing.
          limits: limits
            .filter(({ link_id }) => link_id === id)
            .map(({ link_id: _link, ...row }) => shown(row, { json: ['limits'] })),
        })),
      }
      const groups = await sql
        .selectFrom('group_users')
        .innerJoin('groups', 'groups.id', 'group_users.group_id')
        .select(['groups.name', 'groups.tag'])
        .where('group_users.user_id', '=', userId)
        .orderBy('groups.name')
        .execute()
      yield { part: 'groups', rows: groups }
      const reached = new Set(addresses.map(fold))
      const messages = await sql
        .selectFrom('outbox')
        .select(['at', 'channel', 'recipient', 'subject', 'state'])
        .where('recipient', 'in', addresses.length > 0 ? [...addresses, ...reached] : [''])
        .orderBy('at')
        .execute()
      yield { part: 'messages', rows: messages.map((row) => shown(row, { times: ['at'] })) }
      const consents = await sql
        .selectFrom('mail_consents')
        .select(['address', 'serial_number', 'state', 'changed_at'])
        .where('address', 'in', reached.size > 0 ? [...reached] : [''])
        .orderBy('changed_at')
        .execute()
      yield { part: 'mailConsents', rows: consents.map((row) => shown(row, { times: ['changed_at'] })) }
    },
    async *ofHome(userId, serialNumber) {
      yield* listed('home', serialNumber)
      const alarms = await sql
        .selectFrom('alarm_notifications')
        .select(['at', 'over_at', 'priority', 'names', 'facts', 'reacted_at', 'reacted_by', 'response'])
        .where('serial_number', '=', serialNumber)
        .orderBy('id')
        .execute()
      yield {
        part: 'alarms',
        rows: alarms.map(({ reacted_by, response, ...row }) => ({
          ...shown(row, { times: ['at', 'over_at', 'reacted_at'], json: ['names', 'facts'] }),
          // What others have answered is theirs.
          ...(reacted_by === userId && { response }),
        })),
      }
    },
  }
}

type Row = Record<string, unknown>

/** The one place that reads whichever table. */
const untyped = (db: Kysely<Tables>) => db as unknown as Kysely<Record<string, Row>>

const iso = (at: unknown): string | null => (at === null ? null : new Date(Number(at)).toISOString())

const camel = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function shown(
  row: Row,
  { times = [], json = [] }: { times?: readonly string[]; json?: readonly string[] },
): PersonalRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      camel(column),
      times.includes(column)
        ? iso(value)
        : json.includes(column) && typeof value === 'string'
          ? (JSON.parse(value) as unknown)
          : value,
    ]),
  )
}
