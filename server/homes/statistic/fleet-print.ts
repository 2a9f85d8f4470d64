import type { Content, TableCell } from 'pdfmake'
import {
  type Cell,
  mean,
  type ReportTable,
  type TableColumn,
  tablesOf,
} from '#gateway/lib/fleet/report-tables.ts'
import { cleanText } from '#gateway/lib/names/clean-name.ts'
import type { FleetReport } from '#schemas/generated/entities/fleet-report.ts'
import { filled } from '../../filled.ts'
import { DAY, rules } from '../fleet/rules.ts'
import {
  boxes,
  type Document,
  type Drawn,
  GUTTER,
  headCell,
  heading,
  INK,
  LAYOUT,
  PLOT,
  paperOf,
  stepOf,
  WIDTH,
} from './paper.ts'

/** The report of all gateways as it is printed; plain data, since a thread makes it. */
export interface FleetPrint {
  report: FleetReport
  /** Texts of locales/<language>/fleetReport.json by their whole key. */
  words: Readonly<Record<string, string>>
  /** BCP 47. */
  language: string
  zone: string
  now: number
}

const BAR = '#2577bb'
/** More rows of one card nobody reads on paper; the CSV has all. */
const MOST_ROWS = 40
const BAR_HEIGHT = 14

export function fleetPrintOf(print: FleetPrint): Document {
  const { report, words, language, zone, now } = print
  const word = (key: string): string => words[key] ?? key
  const tables = tablesOf(report)
  const instant = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'medium', timeStyle: 'short' },
    timeZone: zone,
  })
  const state =
    report.at === undefined
      ? word('never')
      : filled(word('asOf'), { at: instant.format(report.at), silent: report.silent })
  return paperOf({
    title: word('title'),
    ...{ words, language, zone, now },
    content: [
      { text: word('title'), fontSize: 20, bold: true },
      {
        text: cleanText(report.group ?? word('allGateways')),
        color: INK.muted,
        margin: [0, 3, 0, 10],
        wordBreak: 'break-all',
      },
      { text: state, margin: [0, 0, 0, 8] },
      boxes(figuresOf(print)),
      ...rules.cards.flatMap(({ id }): Content[] => {
        const table = tables.get(id)
        if (!table || table.rows.length === 0) return []
        const spread = id === 'scenes' ? tables.get('sceneFigures') : undefined
        return [
          heading(word(`cards.${id}.title`)),
          ...drawnOf(id, print),
          ...(id === 'online' ? [] : [printedTable(table, print)]),
          ...(spread
            ? [{ ...(printedTable(spread, print) as object), margin: [0, 8, 0, 0] } as Content]
            : []),
        ]
      }),
    ],
  })
}

function figuresOf({ report, words, language }: FleetPrint): [string, string][] {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const { days = [] } = report
  const month = days.slice(-30)
  return [
    [words['figures.gateways'] ?? '', number.format(report.gateways)],
    [words['figures.devices'] ?? '', number.format(report.devices)],
    [words['figures.scenes'] ?? '', number.format(report.scenes)],
    ...(month.length > 0
      ? [
          [
            words['figures.online'] ?? '',
            `${number.format(
              mean(
                month.reduce((sum, { online }) => sum + online, 0),
                month.length,
              ),
            )} %`,
          ] as [string, string],
        ]
      : []),
  ]
}

/** A picture of what the table below says, where one says it sooner. */
function drawnOf(id: string, print: FleetPrint): Content[] {
  const { report } = print
  if (id === 'sizes')
    return bars(
      report.sizes.map(({ id: size, gateways }) => [size, gateways]),
      print,
    )
  if (id === 'scenes') {
    const said = tablesOf(report).get('scenes')?.rows ?? []
    return bars(
      report.sceneBands.map(({ gateways }, at) => [textOf(said[at]?.[0], { id: '' }, print), gateways]),
      print,
    )
  }
  return id === 'online' && report.days && report.days.length > 1 ? [course(report.days, print)] : []
}

function bars(rows: readonly (readonly [string, number])[], { language }: FleetPrint): Content[] {
  const most = Math.max(1, ...rows.map(([, value]) => value))
  const number = new Intl.NumberFormat(language)
  return [
    {
      unbreakable: true,
      margin: [0, 0, 0, 8],
      stack: rows.map(
        ([label, value]): Content => ({
          columns: [
            { text: label, width: 90 },
            {
              canvas: [
                { type: 'rect', x: 0, y: 0, w: 320, h: BAR_HEIGHT - 3, color: INK.sunken },
                {
                  type: 'rect',
                  x: 0,
                  y: 0,
                  w: Math.max(1, (value / most) * 320),
                  h: BAR_HEIGHT - 3,
                  color: BAR,
                },
              ],
              width: 330,
            },
            { text: number.format(value), alignment: 'right' },
          ],
        }),
      ),
    },
  ]
}

/** The share that was online, from day to day. */
function course(days: NonNullable<FleetReport['days']>, { language }: FleetPrint): Content {
  const least = Math.min(...days.map(({ online }) => online))
  const step = stepOf(100 - Math.floor(least))
  const bottom = Math.max(0, Math.floor(least / step) * step)
  const [first = 0, last = 0] = [days[0]?.day, days.at(-1)?.day]
  const x = (day: number): number => GUTTER + ((day - first) / Math.max(1, last - first)) * PLOT.width
  const y = (value: number): number => PLOT.height - ((value - bottom) / (100 - bottom || 1)) * PLOT.height
  const marks = Array.from(
    { length: Math.floor((100 - bottom) / step) + 1 },
    (_none, at) => bottom + at * step,
  )
  const level = (value: number): Drawn => ({
    ...{ type: 'line', x1: GUTTER, x2: WIDTH, y1: y(value), y2: y(value) },
    ...{ lineWidth: 0.5, lineColor: INK.line },
  })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return {
    unbreakable: true,
    stack: [
      {
        canvas: [
          ...marks.map(level),
          {
            type: 'polyline',
            lineWidth: 1.4,
            lineColor: BAR,
            points: days.map((one) => ({ x: x(one.day), y: y(one.online) })),
          },
        ],
      },
      ...marks.map(
        (value): Content => ({
          text: `${value} %`,
          ...{ fontSize: 7.5, color: INK.muted, alignment: 'right' },
          relativePosition: { x: -(WIDTH - GUTTER + 6), y: y(value) - PLOT.height - 5 },
        }),
      ),
      {
        columns: [{ text: day.format(first * DAY) }, { text: day.format(last * DAY), alignment: 'right' }],
        ...{ fontSize: 7.5, color: INK.muted, margin: [GUTTER, 3, 0, 0] },
      },
    ],
  }
}

function printedTable({ columns, rows }: ReportTable, print: FleetPrint): Content {
  const { words } = print
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: columns.map(({ digits }) => (digits === undefined ? '*' : 80)),
      dontBreakRows: true,
      body: [
        columns.map(({ id, digits }) => headCell(words[`columns.${id}`] ?? id, digits !== undefined)),
        ...rows.slice(0, MOST_ROWS).map((row) =>
          columns.map(
            (column, at): TableCell => ({
              text: textOf(row[at], column, print),
              alignment: column.digits === undefined ? 'left' : 'right',
            }),
          ),
        ),
      ],
    },
    layout: LAYOUT,
  }
}

function textOf(cell: Cell, { digits, unit, signed }: TableColumn, { words, language }: FleetPrint): string {
  if (cell === undefined) return '–'
  if (typeof cell === 'string') return cleanText(cell)
  if (typeof cell === 'object')
    return 'day' in cell
      ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(cell.day * DAY)
      : filled(words[cell.say] ?? cell.say, cell.vars ?? {})
  const number = new Intl.NumberFormat(language, {
    maximumFractionDigits: digits ?? 0,
    ...(signed && { signDisplay: 'exceptZero' as const }),
  })
  return `${number.format(cell)}${unit === undefined ? '' : ` ${unit}`}`
}
