import { useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { Pager } from '#engine/Pager.tsx'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import { Button } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import styles from './golden.module.css'
import { HeatMap } from './HeatMap.tsx'
import { type Selected, steps } from './rules.ts'

const PAGE = 20
/** All that one file has. */
const ALL = 10_000

interface DriftProps {
  golden: GoldenHome
  turn: string
  selected: Selected | undefined
  onSelect(selected: Selected): void
}

/** Houses, or gateways, by what they differ in. */
export function Drift({ golden: { _id: goldenId, name }, turn, selected, onSelect }: DriftProps) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const [search, change] = useAddress()
  const [busy, setBusy] = useState(false)
  const view = search.get('view') === 'gateways' ? 'gateways' : 'houses'
  const only = search.get('only') === 'yes'
  const page = Math.max(1, Number(search.get('page')) || 1)
  const house = search.get('house') ?? undefined
  const place = search.get('place') ?? undefined
  const put = (changes: Readonly<Record<string, string | undefined>>): void =>
    change({ page: undefined, ...changes })
  const where = {
    ...(house !== undefined && { house }),
    ...(place !== undefined && { place }),
    ...(only && { state: 'differs' as const }),
  }
  const rows = useQuery({
    queryKey: rowsKey(view === 'houses' ? 'listDriftHouses' : 'listDriftGateways', {
      goldenId,
      ...where,
      page,
      turn,
      view,
    }),
    queryFn: async ({ signal }) =>
      view === 'houses'
        ? {
            houses: await source.load(
              'listDriftHouses',
              { goldenId, page, limit: PAGE, differing: only },
              signal,
            ),
          }
        : {
            gateways: await source.load(
              'listDriftGateways',
              { goldenId, page, limit: PAGE, ...where },
              signal,
            ),
          },
    placeholderData: (before) => before,
  })
  const takeCsv = async (): Promise<void> => {
    setBusy(true)
    try {
      const [{ csvOf }, { data }] = await Promise.all([
        import('./csv.ts'),
        source.load('listDriftGateways', { goldenId, limit: ALL, ...where }),
      ])
      await csvOf(name, data, {
        head: ['house', 'place', 'gateway', 'number', 'state', 'asOf'].map((id) =>
          text.say(`drift.csv.${id}`),
        ),
        aspect: (id) => text.say(`drift.aspects.${id}`),
        state: (id) => text.say(`drift.states.${id}`),
      })
    } catch (error) {
      toasts.show({ text: failureText(error, text), tone: 'danger' })
    }
    setBusy(false)
  }
  const found = rows.data?.houses ?? rows.data?.gateways
  const count = found?.count ?? 0
  return (
    <section className={styles.sheet} aria-label={t('drift.title')}>
      <div className={styles.bar}>
        <Segments
          label={t('drift.view')}
          segments={(['houses', 'gateways'] as const).map((id) => ({ id, label: t(`drift.views.${id}`) }))}
          value={view}
          onChange={(id) =>
            put({ view: id === 'houses' ? undefined : id, house: undefined, place: undefined })
          }
        />
        {house !== undefined && (
          <Button size="dense" icon="close" onClick={() => put({ house: undefined, place: undefined })}>
            {house === '' ? t('drift.noAddress') : house}
          </Button>
        )}
        <CheckboxField
          label={t('drift.only')}
          value={only}
          onChange={(on) => put({ only: on ? 'yes' : undefined })}
        />
        {!rows.isError && !(rows.isSuccess && count === 0) && (
          <Button
            size="dense"
            icon="download"
            busy={busy}
            disabled={!rows.isSuccess}
            onClick={() => void takeCsv()}
          >
            {t('drift.csvFile')}
          </Button>
        )}
      </div>
      {rows.isPending ? (
        <Skeleton height="20rem" />
      ) : rows.isError && !found ? (
        <ErrorState bare title={t('drift.gatewaysUnread')} onRetry={() => void rows.refetch()}>
          {failureText(rows.error, text)}
        </ErrorState>
      ) : count === 0 ? (
        <EmptyState bare icon="check" title={t(only ? 'drift.nobodyDiffers' : 'drift.nothingCompared')} />
      ) : (
        <HeatMap
          {...{ goldenId, selected, onSelect, turn }}
          {...(rows.data?.houses && { houses: rows.data.houses.data })}
          {...(rows.data?.gateways && { gateways: rows.data.gateways.data })}
          onHouse={(one) => put({ view: 'gateways', house: one.house, place: one.place })}
        />
      )}
      <footer className={styles.foot}>
        <ul className={styles.scale}>
          <li>
            <Icon name="check" size="small" />
            {t('drift.same')}
          </li>
          {[...steps, undefined].map((percent, at) => (
            <li key={percent ?? 'more'}>
              <i data-step={at + 1} />
              {percent === undefined ? t('drift.scaleMore') : t('drift.scaleTo', { percent })}
            </li>
          ))}
        </ul>
        <Pager page={page} size={PAGE} total={count} onPage={(to) => put({ page: String(to) })} />
      </footer>
    </section>
  )
}
