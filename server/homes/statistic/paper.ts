import type { Content, createPdf, TableCell } from 'pdfmake'
import { filled } from '../../filled.ts'

export type Document = Parameters<typeof createPdf>[0]
export type Drawn = Extract<Content, { canvas: unknown }>['canvas'][number]

/** Paper has no theme: the colours of the light one. */
export const INK = { text: '#1b2426', muted: '#59686a', line: '#d5dcdd', sunken: '#f1f4f4', head: '#04706f' }
/** Points: A4 without its margins. */
export const WIDTH = 495
export const GUTTER = 28
export const PLOT = { width: WIDTH - GUTTER, height: 130 }

interface Printed {
  title: string
  /** Texts of `product` and `page`. */
  words: Readonly<Record<string, string>>
  /** BCP 47. */
  language: string
  zone: string
  now: number
  content: Content[]
}

/** The pages of a report, with head and foot. */
export function paperOf({ title, words, language, zone, now, content }: Printed): Document {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: zone })
  const word = (key: string): string => words[key] ?? key
  return {
    info: { title, creator: word('product') },
    pageSize: 'A4',
    pageMargins: [50, 64, 50, 56],
    defaultStyle: { fontSize: 9.5, color: INK.text, lineHeight: 1.2 },
    header: {
      columns: [
        { text: word('product'), bold: true, color: INK.head },
        { text: day.format(now), alignment: 'right', color: INK.muted },
      ],
      margin: [50, 30, 50, 0],
    },
    footer: (page, pages) => ({
      text: filled(word('page'), { page, pages }),
      alignment: 'right',
      color: INK.muted,
      fontSize: 8,
      margin: [50, 18, 50, 0],
    }),
    // A heading is never the last on its page.
    pageBreakBefore: ({ headlineLevel }, page) =>
      headlineLevel === 1 && page.getFollowingNodesOnPage().length === 0,
    content,
  }
}

export const heading = (text: string): Content => ({
  ...{ text, fontSize: 12, bold: true, margin: [0, 16, 0, 6] },
  headlineLevel: 1,
})

export const LAYOUT = {
  hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => INK.line,
  paddingTop: () => 3,
  paddingBottom: () => 2,
}

export const headCell = (text: string, right: boolean): TableCell => ({
  ...{ text, bold: true, fontSize: 8.5, color: INK.muted },
  alignment: right ? 'right' : 'left',
})

/** A step of the axis that people count in. */
export function stepOf(most: number): number {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
}

/** Big figures with what they are, side by side. */
export const boxes = (big: readonly (readonly [label: string, value: string])[]): Content => ({
  table: {
    widths: big.map(() => '*'),
    body: [
      big.map(
        ([label, value]): TableCell => ({
          stack: [
            { text: value, fontSize: 17, bold: true },
            { text: label, color: INK.muted, fontSize: 8.5 },
          ],
          fillColor: INK.sunken,
          margin: [6, 6, 6, 4],
        }),
      ),
    ],
  },
  layout: {
    hLineWidth: () => 0,
    vLineWidth: (at: number) => (at === 0 || at === big.length ? 0 : 4),
    vLineColor: () => '#ffffff',
  },
})
