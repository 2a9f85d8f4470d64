import { join } from 'node:path'
import entity from '#schemas/entities/audit-line.json' with { type: 'json' }
import type { operations } from '#schemas/generated/api/audit.ts'
import type { AuditChange, AuditLine } from '#schemas/generated/entities/audit-line.ts'
import { masked } from '../../gateways/shown.ts'
import { type Language, languages } from '../../lib/language.ts'
import { statusWords } from '../../lib/product-words.ts'
import type { AuditCount, AuditScope, NamedAuditRow } from '../../store/audit.ts'
import type { Person } from '../../store/people/people.ts'
import { fold } from '../../store/text.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'

const DAY_MS = 24 * 60 * 60_000
const SPANS = ['day', 'week', 'month'] as const
type Period = (typeof SPANS)[number]
const PERIODS: Readonly<Record<Period, number>> = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS }

/** What gives a home to somebody: what was written down before is of somebody else. */
const GIVEN = ['assignGateway', 'unassignGateway', 'removeGateway', 'announceGateway']

/** /audit: who did what. An owner reads what happened to his homes since they are his; an administrator reads everything. */
export function auditHandlers(parts: Parts, root: string): HandlersOf<operations> {
  const { store, rights, settings, now } = parts
  const said = statusWords(join(root, 'locales'), 'what')
  // What each kind of row is called, folded for searching.
  const words = new Map(
    languages.map((language) => [
      language,
      [...said[language]].map(([name, one]) => [name, fold(one)] as const),
    ]),
  )

  interface Reach {
    scope: AuditScope
    /** Homes that he may use: of others he is told nothing, not even that he tried. */
    known: ReadonlySet<string>
  }

  async function reachOf(userId: string): Promise<Reach> {
    const entitled = await store.memberships.entitledGateways(userId)
    const owned = entitled.filter(({ role }) => role === 'owner')
    const gateways = owned.map(async ({ serialNumber }) => ({
      serialNumber,
      since: (await store.audit.newest(serialNumber, GIVEN)) ?? '',
    }))
    return {
      scope: { userId, gateways: await Promise.all(gateways) },
      known: new Set(entitled.map(({ serialNumber }) => serialNumber)),
    }
  }

  /** The people to whom something was done by somebody else. */
  async function peopleIn(rows: readonly NamedAuditRow[]): Promise<ReadonlyMap<string, Person>> {
    const ids = [...new Set(rows.flatMap((row) => otherOf(row) ?? []))]
    return new Map((await store.people.some(ids)).map((person) => [person.id, person]))
  }

  /** What somebody may read, and what his words are looked for in. */
  async function asked(userId: string, language: Language | undefined, searchText = '') {
    const all = await rights.isAdmin(userId)
    const text = fold(searchText)
    const known = words.get(language ?? 'ch_DE') ?? []
    return {
      all,
      reach: all ? undefined : await reachOf(userId),
      search:
        text === ''
          ? undefined
          : { text, whats: known.filter(([, said]) => said.includes(text)).map(([what]) => what) },
    }
  }

  return {
    async listAudit({ query, session, host, language }) {
      const { page = 1, limit = 10, result, period, until } = query
      const { all, reach, search } = await asked(session.userId, language, query.searchText)
      const asOf = until ?? new Date(now()).toISOString()
      const { data, count } = await store.audit.page({
        page,
        limit,
        scope: reach?.scope,
        result,
        from: period === undefined ? undefined : now() - PERIODS[period],
        until: until === undefined ? undefined : Date.parse(until),
        search,
      })
      const hidden = settings.of(host).flags.HIDE_SENSITIVE_DATA === true
      const others = all ? await peopleIn(data) : new Map<string, Person>()
      const lines = data.map((row) =>
        lineOf(row, {
          hidden,
          whom: others.get(otherOf(row) ?? ''),
          near: all || row.who === session.userId,
          home: row.gateway !== undefined && (reach?.known.has(row.gateway) ?? true),
        }),
      )
      return { data: lines, count, asOf }
    },

    async countAudit({ query, session, language }) {
      const { result, period, until, after } = query
      const { reach, search } = await asked(session.userId, language, query.searchText)
      const narrowed = {
        scope: reach?.scope,
        until: until === undefined ? undefined : Date.parse(until),
        after: after === undefined ? undefined : Date.parse(after),
        search,
      }
      const since = now()
      const counted = await store.audit.counts(
        narrowed,
        SPANS.map((one) => since - PERIODS[one]),
      )
      const within = (row: AuditCount, span: Period | undefined): number =>
        span === undefined ? row.all : (row.since[SPANS.indexOf(span)] ?? 0)
      const sum = (of: AuditLine['result'] | undefined, span: Period | undefined): number =>
        counted
          .filter((row) => of === undefined || row.result === of)
          .reduce((total, row) => total + within(row, span), 0)
      return {
        total: sum(result, period),
        by: {
          result: { ok: sum('ok', period), refused: sum('refused', period), failed: sum('failed', period) },
          period: { day: sum(result, 'day'), week: sum(result, 'week'), month: sum(result, 'month') },
        },
      }
    },
  }
}

type Named = Readonly<Partial<Record<'firstName' | 'lastName', string | null | undefined>>>

const nameOf = ({ firstName, lastName }: Named): string => [firstName, lastName].filter(Boolean).join(' ')

/** Id of the account that it was done to, if it is not the doer's own. */
function otherOf({ who, facts = {} }: NamedAuditRow): string | undefined {
  const { userId } = facts
  return typeof userId === 'string' && userId !== who ? userId : undefined
}

/** `near`: the reader may know from where it was done, since it was himself or he looks after everybody. */
function lineOf(
  row: NamedAuditRow,
  { hidden, near, home, whom }: { hidden: boolean; near: boolean; home: boolean; whom: Person | undefined },
): AuditLine {
  const { id, at, what, who, result, gateway, gatewayName, username, firstName, lastName, facts = {} } = row
  const name = nameOf({ firstName, lastName })
  const told = (key: string): string | undefined =>
    typeof facts[key] === 'string' ? (facts[key] as string) : undefined
  const [address, client] = [told('address'), told('client')]
  return {
    id,
    at: new Date(at).toISOString(),
    what,
    who: username === undefined ? who : hidden ? masked(username) : name || username,
    ...(whom && { whom: hidden ? masked(whom.username) : nameOf(whom) || whom.username }),
    result,
    ...(username !== undefined && !hidden && name !== '' && { account: username }),
    ...(gateway !== undefined && home && { serialNumber: gateway, gateway: gatewayName ?? gateway }),
    ...(near &&
      address !== undefined && {
        from: client === undefined || client === '' ? address : `${client}, ${address}`,
        address,
      }),
    ...(near && client !== undefined && client !== '' && { client }),
    ...(near && changedOf(facts)),
  }
}

const TOLD = Object.keys(entity.properties.changed.properties)

/** Of what was written down only what the reader's page has words for: the rest is for searching the database. */
function changedOf(facts: Readonly<Record<string, unknown>>): { changed: AuditChange } | undefined {
  const told = Object.entries(facts).filter(([name]) => TOLD.includes(name))
  return told.length === 0 ? undefined : { changed: Object.fromEntries(told) }
}
