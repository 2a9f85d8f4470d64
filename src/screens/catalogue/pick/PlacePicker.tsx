import { useMemo, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { valueIn } from '../schema/at.ts'
import styles from './pick.module.css'
import { COLUMNS, gridOf, isFree, placesAround } from './places.ts'
import type { Target } from './target.ts'

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
