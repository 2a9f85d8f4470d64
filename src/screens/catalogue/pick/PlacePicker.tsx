import { useMemo, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Placement } from '#schemas/generated/definitions/placement.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { valueIn } from '../schema/at.ts'
import styles from './pick.module.css'
import type { Target } from './target.ts'

/** Columns of a section, and how many rows more than there are can be chosen. */
const COLUMNS = 4
const SPARE = 2

/** What lies where in a section, apart from one placement. */
interface Places {
  rows: number
  /** By `row column`: what is there. */
  taken: ReadonlyMap<string, string>
}

type Grid = readonly [row: number, column: number, width: number, height: number]

const isGrid = (grid: unknown): grid is Grid =>
  Array.isArray(grid) && grid.length === 4 && grid.every((part) => Number.isInteger(part))

/** A text is edited while it is read: whatever is no placement takes no place. */
const isPlacement = (value: unknown): value is Placement =>
  typeof value === 'object' && value !== null && isGrid((value as { grid?: unknown }).grid)

/** No section is drawn longer than this here; what is placed below can be typed. */
const MOST_ROWS = 40

export function placesAround(properties: unknown, index: number): Places {
  const all = Array.isArray(properties) ? properties : []
  const own: unknown = all[index]
  const sectionOf = (one: unknown): string =>
    (typeof one === 'object' && one !== null && (one as Placement).section) || 'control'
  const section = sectionOf(own)
  const others = all.filter(
    (one, at): one is Placement => at !== index && isPlacement(one) && sectionOf(one) === section,
  )
  const taken = new Map<string, string>()
  for (const { grid, service, property } of others) {
    const [row, column, width, height] = grid
    for (let down = row; down < Math.min(row + height, MOST_ROWS); down += 1)
      for (let right = column; right < Math.min(column + width, COLUMNS); right += 1)
        taken.set(`${down} ${right}`, `${service}/${property}`)
  }
  const last = Math.max(0, ...others.map(({ grid }) => grid[0] + grid[3]))
  return { rows: Math.min(last + SPARE, MOST_ROWS), taken }
}

const gridOf = (value: unknown): Grid => (isGrid(value) ? value : [0, 0, 1, 1])

/** Whether a rectangle stays within the columns and over nothing else. */
export function isFree({ taken }: Places, [row, column, width, height]: Grid): boolean {
  if (column + width > COLUMNS) return false
  for (let down = row; down < row + height; down += 1)
    for (let right = column; right < column + width; right += 1)
      if (taken.has(`${down} ${right}`)) return false
  return true
}

interface Props {
  target: Target
  whole: unknown
  onPick(insert: string): void
  onClose(): void
}

const TALLEST = 12
const upTo = (last: number): { value: string; label: string }[] =>
  Array.from({ length: last }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))

/** The four columns of a section with what lies in them: where to, how wide and how high. */
export function PlacePicker({ target: { path, value }, whole, onPick, onClose }: Props) {
  const { t } = useText()
  const [grid, setGrid] = useState(() => gridOf(value))
  const places = useMemo(
    () => placesAround(valueIn(whole, path.slice(0, -2)), Number(path.at(-2))),
    [whole, path],
  )
  const [row, column, width, height] = grid
  const covers = (down: number, right: number): boolean =>
    down >= row && down < row + height && right >= column && right < column + width
  const cells = Array.from({ length: Math.max(places.rows, row + height) * COLUMNS }, (_, at) => ({
    down: Math.floor(at / COLUMNS),
    right: at % COLUMNS,
  }))
  return (
    <>
      <div className={styles.grid}>
        {cells.map(({ down, right }) => {
          const by = places.taken.get(`${down} ${right}`)
          const where = { row: down + 1, column: right + 1 }
          return (
            <button
              key={`${down} ${right}`}
              type="button"
              aria-pressed={covers(down, right)}
              aria-label={by ? t('catalogue.pick.taken', { ...where, by }) : t('catalogue.pick.cell', where)}
              data-taken={by !== undefined || undefined}
              title={by}
              onClick={() => setGrid([down, right, Math.min(width, COLUMNS - right), height])}
            />
          )
        })}
      </div>
      <div className={styles.size}>
        <SelectField
          label={t('catalogue.pick.width')}
          value={String(width)}
          choices={upTo(COLUMNS - column)}
          onChange={(next) => setGrid([row, column, Number(next), height])}
        />
        <SelectField
          label={t('catalogue.pick.height')}
          value={String(height)}
          choices={upTo(TALLEST)}
          onChange={(next) => setGrid([row, column, width, Number(next)])}
        />
      </div>
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('catalogue.pick.cancel')}</Button>
        <Button look="main" disabled={!isFree(places, grid)} onClick={() => onPick(`[${grid.join(', ')}]`)}>
          {t('catalogue.pick.take')}
        </Button>
      </div>
    </>
  )
}
