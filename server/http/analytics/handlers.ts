import { isZone } from '#gateway/lib/times/is-zone.ts'
import type { operations } from '#schemas/generated/api/analytics.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import type { GatewayKpi } from '#schemas/generated/entities/gateway-kpi.ts'
import { engines, rules } from '../../homes/fleet/rules.ts'
import { invalid, notFound } from '../../lib/refusal.ts'
import { USUAL_ZONE } from '../../lib/zone.ts'
import type { HandlersOf } from '../call.ts'
import { noteOf } from '../note.ts'
import type { Parts } from '../parts.ts'
import { findGateway } from '../udm/find.ts'

/** The engine that answers with the report instead of rows (spec 3 §3). */
const REPORT = 'StatisticsReport'

/** /analytics and /kpi: what all gateways consist of and how they do, for administrators (spec 3 §7). */
export function analyticsHandlers(parts: Parts): HandlersOf<operations> {
  const { store, settings, census, fleetReports, statistics } = parts
  const note = noteOf(parts)
  const kpi = (host: string): boolean => settings.of(host).flags.KPI_ANALYTICS === true

  const reportOf = async (group: string | undefined, host: string): Promise<FleetReport> => {
    const report = await fleetReports.of(group, kpi(host))
    if (!report) throw notFound()
    return report
  }

  return {
    async queryAnalytics({ query, host }) {
      const { engine: id, page = 1, limit = 10, order, orderBy, parameters, ...alone } = query
      const narrowed = Object.fromEntries(
        Object.entries({ ...alone, ...textsIn(parameters) }).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      )
      if (id === REPORT) return { report: await reportOf(narrowed.group, host), data: [], count: 0 }
      const engine = engines.find((one) => one.id === id)
      if (!engine) throw invalid('/query/engine')
      if (Object.keys(narrowed).some((name) => !engine.parameters.includes(name)))
        throw invalid('/query/parameters')
      const asked = orderBy ?? engine.orderBy
      const turned = order === undefined ? asked.startsWith('-') : order === 'desc'
      const by = asked.replace('-', '')
      if (!engine.columns.some(({ field, named = field }) => named === by)) throw invalid('/query/orderBy')
      return store.analytics.query(engine, {
        ...{ page, limit, parameters: narrowed },
        orderBy: turned ? `-${by}` : by,
      })
    },

    async requestStatistics({ session }) {
      await note(session, 'requestStatistics', {})
      census.request()
      return { counting: true as const }
    },

    async fleetReportPdf({ query: { group, language = 'ch_DE', zone = USUAL_ZONE }, host }) {
      if (!isZone(zone)) throw invalid('/query/zone')
      return statistics.fleet(await reportOf(group, host), language, zone)
    },

    async gatewayKpi({ query: { userId, serialNumber, fetchFromGateway = false }, host }) {
      const gateway = await findGateway({ store }, serialNumber)
      if (userId !== undefined && gateway.userId !== userId) throw notFound()
      const known = fetchFromGateway ? undefined : await store.statistics.countOf(serialNumber)
      // Whoever opens the page of one that was never counted is not told that nobody knows it.
      const count = known ?? (await census.countNow(serialNumber))
      const { reached } = kpi(host) ? await statistics.of(gateway) : {}
      const of = (kind: 'actuator' | 'sensor'): number =>
        rules.classes.reduce(
          (sum, one) => sum + (one.kind === kind ? (count?.classes.get(one.id) ?? 0) : 0),
          0,
        )
      const answer: GatewayKpi = {
        serialNumber,
        ...(count && {
          at: count.at,
          devices: count.devices,
          actuators: of('actuator'),
          sensors: of('sensor'),
        }),
        ...(count?.scenes !== undefined && { scenes: count.scenes }),
        ...(reached !== undefined && { reached }),
        ...(!count && { waitsFor: 'online' as const }),
      }
      return answer
    },
  }
}

/** What a query narrows by. */
function textsIn(parameters: string | undefined): Readonly<Record<string, string>> {
  if (parameters === undefined || parameters === '') return {}
  const refused = invalid('/query/parameters')
  try {
    const told: unknown = JSON.parse(parameters)
    if (typeof told !== 'object' || told === null || Array.isArray(told)) throw refused
    const entries = Object.entries(told)
    if (entries.some(([, value]) => typeof value !== 'string' || value.length > 200)) throw refused
    return Object.fromEntries(entries) as Record<string, string>
  } catch {
    throw refused
  }
}
