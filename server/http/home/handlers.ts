import type { operations } from '#schemas/generated/api/home.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { HomePerson } from '#schemas/generated/entities/home-person.ts'
import type { InstallableModel } from '#schemas/generated/entities/installable-model.ts'
import type { Setting } from '#schemas/generated/entities/setting.ts'
import { limitCalls } from '../../auth/attempts.ts'
import { installable } from '../../homes/installable.ts'
import { spokenTogether } from '../../homes/snapshot.ts'
import type { Language } from '../../lib/language.ts'
import type { Reach } from '../../lib/reach/reach.ts'
import { conflict, notFound } from '../../lib/refusal.ts'
import type { SettingRow } from '../../settings.ts'
import type { Account } from '../../store/people/accounts.ts'
import type { Handlers, HandlersOf } from '../call.ts'
import type { ApiDocument } from '../openapi.ts'
import type { Parts } from '../parts.ts'
import { callAddressHandlers } from './call-addresses.ts'
import { bringHomeChanges, planHomeChanges } from './changes.ts'
import { forkHome } from './fork.ts'
import { readReach } from './reach.ts'
import { shownDashboard } from './shown-dashboard.ts'
import { statusCalendarHandlers } from './status-calendars.ts'
import { viewAs } from './view-as.ts'
import { webAddressHandlers } from './web-addresses.ts'

type Query = NonNullable<operations['listSettings']['parameters']['query']>

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const stateOf = (value: unknown): Setting['state'] =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : isEmpty(value) ? 'empty' : 'set'

function settingOf({ name, part, value, source, about }: SettingRow, language: Language): Setting {
  const state = stateOf(value)
  return {
    name,
    part,
    state,
    value: state === 'set' ? JSON.stringify(value) : '',
    source,
    about: String(about[language] ?? ''),
  }
}

/** One page of the switches, by name and what they are for. */
function settingsPage(
  rows: readonly SettingRow[],
  { page = 1, limit = 10, searchText = '', part, source }: Query,
  language: Language,
): { data: Setting[]; count: number } {
  const wanted = searchText.toLowerCase()
  const found = rows.filter(
    (row) =>
      (part === undefined || row.part === part) &&
      (source === undefined || row.source === source) &&
      `${row.name} ${row.about[language] ?? ''}`.toLowerCase().includes(wanted),
  )
  return {
    data: found.slice((page - 1) * limit, page * limit).map((row) => settingOf(row, language)),
    count: found.length,
  }
}

/** Faults that a page reports are counted and logged; which home it was is kept only while an edit of the catalogue is tried there. */
const clientErrors =
  ({ store, log, metrics, now, rollouts }: Parts): Handlers['reportClientError'] =>
  async ({ body, address, session: { userId } }) => {
    const { kind, message, where } = body
    metrics.count('client_errors', { kind })
    await limitCalls(store.limits, now(), 'client-error', address)
    log.warn({ kind, message, where }, 'a page reports a fault')
    await rollouts.reported(userId, body)
    return undefined
  }

/** /home, /catalogue and /settings: what a browser needs before and beside the channel. */
export function homeHandlers(parts: Parts, document: ApiDocument): HandlersOf<operations> {
  const { homes, catalogue, settings, store, channel, reaches, rights } = parts
  /** Of somebody who finds a part of the home only. */
  const reachIn = async (userId: string, serialNumber: string): Promise<Reach | undefined> => {
    const sight = await reaches.of(userId, serialNumber)
    if (sight === 'none') throw notFound()
    return sight === 'all' ? undefined : sight
  }
  return {
    viewAs: viewAs(parts),
    forkHome: forkHome(parts),
    planHomeChanges: planHomeChanges(parts),
    bringHomeChanges: bringHomeChanges(parts),

    ...callAddressHandlers(parts),
    ...webAddressHandlers(parts),
    ...statusCalendarHandlers(parts),

    readReach: readReach(parts, document.operations),

    async homeSnapshot({ params: { sn }, query, session, language }) {
      const order = await store.tileOrders.of(session.userId, sn)
      const snapshot = await homes.snapshot(sn, {
        first: query.first ?? 10,
        skip: query.skip,
        order,
        reach: await reachIn(session.userId, sn),
        language,
      })
      if (!snapshot) throw notFound()
      return snapshot
    },

    async keepTileOrder({ params: { sn }, body: { devices }, session: { userId } }) {
      await store.tileOrders.keep(userId, sn, devices)
      channel.tellUser(userId, { event: 'tile_order_changed', data: { serialNumber: sn, devices } })
    },

    readDashboard: ({ params: { sn }, session: { userId } }) => store.dashboards.of(userId, sn),

    showDashboard: shownDashboard(parts),

    async keepDashboard({ params: { sn }, body, session: { userId } }) {
      const kept = await store.dashboards.keep(userId, sn, body)
      if (!kept) throw conflict('DASHBOARD_CHANGED_MEANWHILE')
      channel.tellUser(userId, {
        event: 'dashboard_changed',
        data: { serialNumber: sn, revision: kept.revision },
      })
      return kept
    },

    async homeLayouts({ params, query, session, language }) {
      const [all, reach] = await Promise.all([homes.layouts(params.sn), reachIn(session.userId, params.sn)])
      if (!all) throw notFound()
      const layouts = reach
        ? Object.fromEntries(Object.entries(all).filter(([id]) => reach.devices.has(id)))
        : all
      if (query.contents !== 'all') return { layouts: { ...layouts } }
      const contents = [...new Set(Object.values(layouts))].flatMap((hash) => {
        const layout = catalogue.byHash(hash)
        return layout ? [[hash, layout] as const] : []
      })
      const { layouts: silent, speech } = spokenTogether(contents, language)
      return { layouts: { ...layouts }, contents: silent, speech }
    },

    async homePeople({ params: { sn }, session }) {
      const isTold = (await rights.isAdmin(session.userId)) || (await rights.ownsGateway(session.userId, sn))
      const users = isTold
        ? await store.memberships.admittedUsers(sn)
        : await store.memberships.entitledUsers(sn)
      const people = await Promise.all(
        users.map(async ({ userId, role }) => {
          const account = await store.accounts.find(userId)
          return account ? [{ ...shownPerson(account), ...(isTold && { inHome: role }) }] : []
        }),
      )
      return { people: people.flat() }
    },

    listInstallable({ query }) {
      const models = installable(catalogue.models(), query.kind).map(shownModel)
      return { models: models.toSorted((a, b) => a.name.localeCompare(b.name)) }
    },

    getLayout({ params }) {
      const layout = catalogue.byHash(params.hash)
      if (!layout) throw notFound()
      return layout
    },

    reportClientError: clientErrors(parts),

    catalogueProblems: () => ({ problems: [...catalogue.problems()] }),

    settings({ host }) {
      const { flags, modules } = settings.of(host)
      return { flags: { ...flags }, modules: { ...modules } }
    },

    listSettings: ({ query, host, language = 'ch_DE' }) => settingsPage(settings.rows(host), query, language),
  }
}

const shownPerson = ({ id, username, firstName, lastName }: Account): HomePerson => ({
  user_id: id,
  name: [firstName, lastName].filter(Boolean).join(' ') || username,
})

const shownModel = ({
  model,
  name,
  manufacturer,
  type,
  icon,
  helpTextKey,
}: DeviceModel): InstallableModel => ({
  model,
  name: name ?? model,
  type: type ?? 'Generic',
  ...(manufacturer && { manufacturer }),
  ...(icon && { icon }),
  ...(helpTextKey && { helpTextKey }),
})
