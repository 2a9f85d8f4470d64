import type { Cell, Said, TableColumn } from '#gateway/lib/fleet/report-tables.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'

const DAY = 86_400_000

export interface Tell {
  /** A cell as a page shows it. */
  cell(cell: Cell, column: TableColumn): string
  said(said: Said): string
  number(value: number, digits?: number): string
  /** With its sign: "+61", "−12". */
  change(value: number, digits?: number): string
  percent(value: number, digits?: number): string
  day(day: number): string
}

/** Words for what a report holds. */
export function useTell(): Tell {
  const { say, t } = useText()
  const { number } = useWords()
  const days = new Intl.DateTimeFormat(tagOf(language()), { dateStyle: 'medium', timeZone: 'UTC' })
  const said = ({ say: key, vars }: Said): string => {
    const values = Object.fromEntries(
      Object.entries(vars ?? {}).map(([name, value]) => [
        name,
        typeof value === 'number' ? number(value, 0) : value,
      ]),
    )
    return key === 'upTo' || key === 'between' || key === 'more'
      ? t(`fleetReport.${key}`, values as never)
      : say(`fleetReport.${key}`)
  }
  const change = (value: number, digits = 0): string =>
    `${value > 0 ? '+' : value < 0 ? '\u2212' : ''}${number(Math.abs(value), digits)}`
  const percent = (value: number, digits = 1): string => `${number(value, digits)}\u00a0%`
  const day = (one: number): string => days.format(one * DAY)
  return {
    said,
    number: (value, digits = 0) => number(value, digits),
    change,
    percent,
    day,
    cell(cell, { digits = 0, unit, signed }) {
      if (cell === undefined) return '–'
      if (typeof cell === 'string') return cell
      if (typeof cell === 'object') return 'day' in cell ? day(cell.day) : said(cell)
      const told = signed ? change(cell, digits) : number(cell, digits)
      return unit === undefined ? told : `${told}\u00a0${unit}`
    },
  }
}
