import type { ReactNode } from 'react'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './choosing.module.css'
import { type FilterRow, NO_FILTER, saying } from './selection.ts'
import { Unread } from './Unread.tsx'
import type { Choosing } from './use-chosen.ts'

interface Props {
  choosing: Choosing
  /** What a page offers besides, at their foot. */
  beside?: ReactNode
}

/** Rows of region, state and centre: any of them. */
export function FilterRows({ choosing, beside }: Props) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const most = numberLimit(definitions, 'bulkFilterRows')
  const { rows, setRows, double, counts, twice } = choosing
  const add = (): void => {
    if (rows.length < most) setRows([...rows, NO_FILTER])
    else toasts.show({ text: t('choosing.tooManyFilters', { most }), tone: 'danger' })
  }
  return (
    <div className={styles.filters}>
      <div className={styles.filterHead} aria-hidden="true">
        <span>{t('choosing.region')}</span>
        <span>{t('choosing.state')}</span>
        <span>{t('choosing.centre')}</span>
        <span>{t('choosing.gateways')}</span>
      </div>
      {rows.map((row, at) => (
        <FilterLine
          // Rows have no name of their own.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
          key={at}
          row={row}
          isDouble={at === double}
          count={row.region === '' || double >= 0 ? undefined : counts[saying(rows).indexOf(row)]}
          onChange={(next) => setRows(rows.with(at, next))}
          onRemove={() => setRows(rows.length === 1 ? [NO_FILTER] : rows.toSpliced(at, 1))}
        />
      ))}
      <div className={styles.foot}>
        <Button size="dense" look="quiet" icon="plus" onClick={add}>
          {t('choosing.addFilter')}
        </Button>
        <span>{t('choosing.filtersOf', { count: rows.length, most })}</span>
        {beside}
        {twice > 0 && (
          <span className={styles.twice}>
            {t('choosing.twice', { count: twice, number: words.number(twice) })}
          </span>
        )}
      </div>
    </div>
  )
}

interface LineProps {
  row: FilterRow
  isDouble: boolean
  count: number | undefined
  onChange(row: FilterRow): void
  onRemove(): void
}

function FilterLine({ row, isDouble, count, onChange, onRemove }: LineProps) {
  const { t, say } = useText()
  const words = useWords()
  const { source } = usePorts()
  const { region, state, centre } = row
  const regions = useQuery({
    queryKey: rowsKey('listRegions'),
    queryFn: ({ signal }) => source.load('listRegions', {}, signal),
  })
  const states = useQuery({
    queryKey: rowsKey('listStates', { region }),
    enabled: region !== '',
    queryFn: ({ signal }) => source.load('listStates', { region }, signal),
  })
  const centres = useQuery({
    queryKey: rowsKey('listCentres', { region, state }),
    enabled: region !== '' && state !== '',
    queryFn: ({ signal }) => source.load('listCentres', { region, state }, signal),
  })
  return (
    <>
      <div className={styles.filter}>
        <Select
          aria-label={t('choosing.region')}
          value={region}
          choices={[
            { value: '', label: t('choosing.chooseRegion') },
            ...(regions.data ?? []).map((value) => ({ value, label: say(`status.region.${value}`, value) })),
          ]}
          onChange={(next) => onChange({ region: next, state: '', centre: '' })}
        />
        <Select
          aria-label={t('choosing.state')}
          value={state}
          disabled={region === ''}
          choices={[
            { value: '', label: t('choosing.allStates') },
            ...(states.data ?? []).map((value) => ({ value, label: value })),
          ]}
          onChange={(next) => onChange({ region, state: next, centre: '' })}
        />
        <Select
          aria-label={t('choosing.centre')}
          value={centre}
          disabled={state === ''}
          choices={[
            { value: '', label: t('choosing.allCentres') },
            ...(centres.data ?? []).map(({ jc, jcName }) => ({ value: jc, label: jcName })),
          ]}
          onChange={(next) => onChange({ region, state, centre: next })}
        />
        <output>{count === undefined ? '–' : words.number(count)}</output>
        <Button only look="quiet" size="dense" icon="close" onClick={onRemove}>
          {t('choosing.removeFilter')}
        </Button>
        {isDouble && (
          <p className={styles.fault} role="alert">
            {t('choosing.filterExists')}
          </p>
        )}
      </div>
      <Unread of={[regions, states, centres]} title={t('choosing.placesUnread')} />
    </>
  )
}
