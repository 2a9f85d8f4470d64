import type { Content, TableCell } from 'pdfmake'
import { cleanText } from '#gateway/lib/names/clean-name.ts'
import type { DeviceSummary } from '#schemas/generated/entities/device-summary.ts'
import type { GatewayStatistic } from '#schemas/generated/entities/gateway-statistic.ts'
import type { SavedStatistic } from '#schemas/generated/entities/saved-statistic.ts'
import { filled } from '../../filled.ts'
import { DAY } from '../history/points.ts'
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

/** What `locales/<language>/statistic.json` says in a report. */
export type ReportWords = Readonly<Record<string, string>>

/** What a report tells; plain data, since a thread makes it. */
export interface Report {
  statistic: GatewayStatistic
  /** All that are kept, oldest first. */
  saved: readonly SavedStatistic[]
  /** When the gateway was there and when not, in the days of which `reached` tells. */
  connection: readonly { from: number; to: number; online: boolean }[]
  days: { from: number; to: number }
  words: ReportWords
  /** BCP 47. */
  language: string
  zone: string
  now: number
}

const LINES = [
  { of: 'total', colour: '#2577bb' },
  { of: 'weak', colour: '#a87000' },
  { of: 'lost', colour: '#c73838' },
] as const

/** A name of more characters is written smaller. */
const LONG = 40
/** The newest ones; more of them nobody reads on paper. */
const MOST_ROWS = 24

/** How a gateway does, on pages that can be handed on. */
export function reportOf(report: Report): Document {
  const { statistic, saved, words, language, zone, now } = report
  const { serialNumber, model, devices } = statistic
  const name = cleanText(statistic.name)
  const word = (key: string): string => words[key] ?? key
  return paperOf({
    title: filled(word('title'), { name }),
    ...{ words, language, zone, now },
    content: [
      // Names that nobody could break would run off the page.
      {
        text: name,
        fontSize: name.length > LONG ? 14 : 20,
        bold: true,
        lineHeight: 1.05,
        wordBreak: 'break-all',
      },
      {
        text: `${model}  ·  ${serialNumber}`,
        color: INK.muted,
        margin: [0, 3, 0, 14],
        wordBreak: 'break-all',
      },
      figures(report),
      ...(devices ? [] : [{ text: word('noSnapshot'), color: INK.muted, margin: [0, 0, 0, 12] } as Content]),
      ...(saved.length > 1 ? [heading(word('course')), ...course(report)] : []),
      ...(report.connection.length > 0 ? [heading(word('connection')), ...connection(report)] : []),
      ...(devices ? [heading(word('networks')), networks(devices, report)] : []),
      ...(saved.length > 0 ? [heading(word('snapshots')), ...snapshots(report)] : []),
      ...(devices
        ? [{ text: word('note'), color: INK.muted, fontSize: 8, margin: [0, 12, 0, 0] } as Content]
        : []),
    ],
  })
}

/** What is read first: how many devices, how they do, how long the gateway was there. */
function figures({ statistic, words, language, zone }: Report): Content {
  const { devices, reached, currentFWVersion, connectionStatus, connectionStatusSince } = statistic
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const instant = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'medium', timeStyle: 'short' },
    timeZone: zone,
  })
  const big = [
    ...(devices
      ? (['total', 'reached', 'weak', 'lost'] as const).map((of) => [of, number.format(devices[of])])
      : []),
    ...(reached === undefined ? [] : [['there', `${number.format(reached)} %`]]),
  ]
  const since = connectionStatusSince === undefined ? '' : instant.format(Date.parse(connectionStatusSince))
  const state = filled(words[connectionStatus] ?? '', { since })
  const facts = [
    state,
    ...(currentFWVersion === undefined ? [] : [filled(words.firmware ?? '', { version: currentFWVersion })]),
    ...(devices ? [filled(words.counted ?? '', { at: instant.format(devices.at) })] : []),
  ]
  return {
    stack: [
      { text: facts.join('  ·  '), margin: [0, 0, 0, 8], wordBreak: 'break-all' },
      ...(big.length > 0
        ? [boxes(big.map(([of = '', value = '']) => [words[`figure_${of}`] ?? of, value]))]
        : []),
    ],
  }
}

/** All devices, the weak and the lost ones, from snapshot to snapshot. */
function course({ saved, words, language, zone }: Report): Content[] {
  const [first = 0, last = 0] = [saved[0]?.at, saved.at(-1)?.at]
  const step = stepOf(Math.max(1, ...saved.map(({ total }) => total)))
  const top = Math.ceil(Math.max(1, ...saved.map(({ total }) => total)) / step) * step
  const x = (at: number): number => GUTTER + ((at - first) / Math.max(1, last - first)) * PLOT.width
  const y = (value: number): number => PLOT.height - (value / top) * PLOT.height
  const marks = Array.from({ length: top / step + 1 }, (_, place) => place * step)
  const level = (value: number): Drawn => ({
    ...{ type: 'line', x1: GUTTER, x2: WIDTH, y1: y(value), y2: y(value) },
    ...{ lineWidth: 0.5, lineColor: INK.line },
  })
  const lines = LINES.map(
    ({ of, colour }): Drawn => ({
      type: 'polyline',
      lineWidth: 1.4,
      lineColor: colour,
      points: saved.map((one) => ({ x: x(one.at), y: y(one[of]) })),
    }),
  )
  const day = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'short' },
    ...(last - first < 2 * DAY && { hour: '2-digit', minute: '2-digit' }),
    timeZone: zone,
  })
  const number = new Intl.NumberFormat(language)
  return [
    {
      unbreakable: true,
      stack: [
        legend(LINES.map(({ of, colour }) => ({ colour, text: words[`figure_${of}`] ?? of }))),
        { canvas: [...marks.map(level), ...lines] },
        ...marks.map(
          (value): Content => ({
            text: number.format(value),
            ...{ fontSize: 7.5, color: INK.muted, alignment: 'right' },
            relativePosition: { x: -(WIDTH - GUTTER + 6), y: y(value) - PLOT.height - 5 },
          }),
        ),
        {
          columns: [{ text: day.format(first) }, { text: day.format(last), alignment: 'right' }],
          ...{ fontSize: 7.5, color: INK.muted, margin: [GUTTER, 3, 0, 0] },
        },
      ],
    },
  ]
}

const legend = (of: readonly { colour: string; text: string }[]): Content => ({
  columns: of.flatMap(({ colour, text }) => [
    { canvas: [{ type: 'rect', x: 0, y: 4, w: 12, h: 3, color: colour }], width: 16 },
    { text, width: 'auto', fontSize: 8.5, margin: [0, 0, 14, 0], noWrap: true } as Content,
  ]),
  margin: [GUTTER, 0, 0, 6],
})

/** When the gateway was there, as a band. */
function connection({ connection: bands, days, words, language, zone, statistic }: Report): Content[] {
  const share = (at: number): number => ((at - days.from) / (days.to - days.from)) * WIDTH
  const drawn = bands.map(
    ({ from, to, online }): Drawn => ({
      ...{ type: 'rect', x: share(from), y: 0, w: Math.max(0.5, share(to) - share(from)), h: 12 },
      color: online ? '#3f8f57' : LINES[2].colour,
    }),
  )
  const day = new Intl.DateTimeFormat(language, { ...{ day: 'numeric', month: 'short' }, timeZone: zone })
  const away = bands.filter(({ online }) => !online).length
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return [
    {
      unbreakable: true,
      stack: [
        {
          text: filled(words.reachedText ?? '', {
            share: number.format(statistic.reached ?? 0),
            count: away,
          }),
          margin: [0, 0, 0, 5],
        },
        { canvas: [{ type: 'rect', x: 0, y: 0, w: WIDTH, h: 12, color: INK.sunken }, ...drawn] },
        {
          columns: [{ text: day.format(days.from) }, { text: day.format(days.to), alignment: 'right' }],
          ...{ fontSize: 7.5, color: INK.muted, margin: [0, 3, 0, 0] },
        },
      ],
    },
  ]
}

function networks({ networks: all, total }: DeviceSummary, { words, language }: Report): Content {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return {
    table: {
      headerRows: 1,
      widths: ['*', 70, 70],
      body: [
        [
          headCell(words.network ?? '', false),
          headCell(words.devices ?? '', true),
          headCell(words.share ?? '', true),
        ],
        ...all.map(({ networkType = '', count }): TableCell[] => [
          words[`network_${networkType}`] ?? networkType,
          { text: number.format(count), alignment: 'right' },
          { text: percent.format(total === 0 ? 0 : count / total), alignment: 'right' },
        ]),
      ],
    },
    layout: LAYOUT,
  }
}

function snapshots({ saved, words, language, zone }: Report): Content[] {
  const instant = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'medium', timeStyle: 'short' },
    timeZone: zone,
  })
  const number = new Intl.NumberFormat(language)
  const newest = saved.toReversed().slice(0, MOST_ROWS)
  return [
    {
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        widths: [110, '*', 55, 55, 55],
        dontBreakRows: true,
        body: [
          [
            ...['at', 'taken'].map((key) => headCell(words[key] ?? '', false)),
            ...LINES.map(({ of }) => headCell(words[`figure_${of}`] ?? '', true)),
          ],
          ...newest.map(({ at, name, byHand, ...counts }): TableCell[] => [
            instant.format(at),
            {
              text: (cleanText(name ?? '') || words[byHand ? 'byHand' : 'bySchedule']) ?? '',
              wordBreak: 'break-all',
            },
            ...LINES.map(({ of }): TableCell => ({ text: number.format(counts[of]), alignment: 'right' })),
          ]),
        ],
      },
      layout: LAYOUT,
    },
    ...(saved.length > newest.length
      ? [
          {
            text: filled(words.older ?? '', { count: number.format(saved.length - newest.length) }),
            ...{ color: INK.muted, fontSize: 8.5, margin: [0, 6, 0, 0] },
          } as Content,
        ]
      : []),
  ]
}
