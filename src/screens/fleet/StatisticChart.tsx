import { useMemo, useState } from 'react'
import { Chart } from '#engine/charts/Chart.tsx'
import type { Range } from '#engine/charts/model/range.ts'
import type { LineSeries } from '#engine/charts/series.ts'
import { type BlockProps, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const COUNTS = ['total', 'weak', 'lost'] as const
/** More than are kept of a gateway. */
const ALL = 100
const NONE: never[] = []

/** How many devices a gateway had from snapshot to snapshot, and how they did. */
export default function StatisticChart({ params }: BlockProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const now = useNow()
  const { sn = '' } = params
  const [seen, setSeen] = useState<Range>()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey('gatewayStatisticSaved', { sn, all: true }),
    queryFn: ({ signal }) => source.load('gatewayStatisticSaved', { sn, limit: ALL }, signal),
  })
  const saved = useMemo(() => data?.data.toReversed() ?? NONE, [data])
  const [first, last] = [saved[0]?.at, saved.at(-1)?.at]
  const whole = useMemo(() => ({ from: first ?? 0, to: last ?? 0 }), [first, last])
  const lines = COUNTS.map(
    (of): LineSeries => ({
      id: of,
      label: t(`statistic.figure_${of}`),
      unit: undefined,
      track: { times: saved.map(({ at }) => at), values: saved.map((one) => one[of]) },
      tell: (value) => ({ text: words.number(value, 0) }),
    }),
  )
  if (!isPending && !error && whole.to <= whole.from) return null
  return (
    <Card title={t('statistic.course')}>
      {isPending ? (
        <Skeleton height="320px" />
      ) : error ? (
        <ErrorState title={t('statistic.failed')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      ) : (
        <Chart
          name={t('statistic.course')}
          {...{ lines, now, whole }}
          bands={NONE}
          marks={NONE}
          gaps={NONE}
          mark={undefined}
          choose={() => {}}
          seen={seen && seen.from >= whole.from && seen.to <= whole.to ? seen : whole}
          see={setSeen}
          zone={Intl.DateTimeFormat().resolvedOptions().timeZone}
        />
      )}
    </Card>
  )
}
