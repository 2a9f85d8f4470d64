import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'

/** What is said by a text below `fleetReport`. */
export interface Said {
  say: string
  vars?: Readonly<Record<string, string | number>>
}

/** Days since 1970, UTC. */
export interface DayCell {
  day: number
}

export type Cell = string | number | Said | DayCell | undefined

export interface TableColumn {
  /** Its head is `fleetReport.columns.<id>`. */
  id: string
  /** Of a number; without them it is a text. */
  digits?: number
  unit?: '%'
  /** Of a change: told with its sign. */
  signed?: true
}

/** One card of the report as rows: what a page shows as table, takes along as CSV, and prints. */
export interface ReportTable {
  id: string
  columns: readonly TableColumn[]
  rows: readonly (readonly Cell[])[]
}

const WHOLE = { digits: 0 }
const ONE = { digits: 1 }
const SHARE = { digits: 1, unit: '%' as const }

interface Band {
  from: number
  to?: number
}

export const bandSaid = ({ from, to }: Band): Said =>
  to === undefined ? { say: 'more', vars: { from } } : { say: 'between', vars: { from, to } }

/** Of a size the first one says only where it ends. */
export const sizeSaid = (size: Band): Said =>
  size.from === 0 && size.to !== undefined ? { say: 'upTo', vars: { to: size.to } } : bandSaid(size)

const share = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0)
export const mean = (sum: number, count: number): number => (count > 0 ? sum / count : 0)

/** By how much it is more than before, in percent; undefined where there was nothing. */
export const changeOf = (now: number, before: number): number | undefined =>
  before > 0 ? ((now - before) / before) * 100 : undefined

/** All cards of which the report knows anything, by their id. */
export function tablesOf(report: FleetReport): ReadonlyMap<string, ReportTable> {
  const devices = report.classes.reduce((sum, one) => sum + one.devices, 0)
  const tables: (ReportTable | undefined)[] = [
    {
      id: 'sizes',
      columns: [
        { id: 'size' },
        { id: 'devicesOfIt' },
        { id: 'gateways', ...WHOLE },
        { id: 'average', ...ONE },
      ],
      rows: report.sizes.map((size) => [
        size.id,
        sizeSaid(size),
        size.gateways,
        mean(size.devices, size.gateways),
      ]),
    },
    {
      id: 'scenes',
      columns: [{ id: 'scenesOfIt' }, { id: 'gateways', ...WHOLE }],
      rows: report.sceneBands.map((band) => [bandSaid(band), band.gateways]),
    },
    report.sceneFigures && {
      id: 'sceneFigures',
      columns: [{ id: 'figure' }, { id: 'scenes', ...ONE }],
      rows: (['max', 'average', 'median', 'min'] as const).map((id) => [
        { say: `spread.${id}` },
        report.sceneFigures?.[id],
      ]),
    },
    report.days && {
      id: 'online',
      columns: [{ id: 'day' }, { id: 'gateways', ...WHOLE }, { id: 'online', ...SHARE }],
      rows: report.days.map(({ day, gateways, online }) => [{ day }, gateways, online]),
    },
    {
      id: 'classes',
      columns: [{ id: 'class' }, { id: 'kind' }, { id: 'devices', ...WHOLE }, { id: 'share', ...SHARE }],
      rows: report.classes.map((one) => [
        { say: `classes.${one.id}` },
        { say: `kinds.${one.kind}` },
        one.devices,
        share(one.devices, devices),
      ]),
    },
    {
      id: 'versions',
      columns: [{ id: 'model' }, { id: 'version' }, { id: 'gateways', ...WHOLE }, { id: 'share', ...SHARE }],
      rows: report.models.flatMap(({ model, gateways, versions }) =>
        versions.map((one) => [
          model,
          one.version === '' ? { say: 'unknownVersion' } : one.version,
          one.gateways,
          share(one.gateways, gateways),
        ]),
      ),
    },
    report.failures && {
      id: 'failures',
      columns: [
        { id: 'failure' },
        { id: 'month', ...WHOLE },
        { id: 'before', ...WHOLE },
        { id: 'change', digits: 0, unit: '%', signed: true },
      ],
      rows: report.failures.map(({ id, month, before }) => [
        { say: `failures.${id}` },
        month,
        before,
        changeOf(month, before),
      ]),
    },
  ]
  return new Map(tables.flatMap((table) => (table ? [[table.id, table]] : [])))
}
