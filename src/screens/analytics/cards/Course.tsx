import { useMemo, useState } from 'react'
import { Chart } from '#engine/charts/Chart.tsx'
import type { Range } from '#engine/charts/model/range.ts'
import type { LineSeries } from '#engine/charts/series.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Drawn } from './ReportCardView.tsx'

const DAY = 86_400_000
const MONTH = 30
const NONE: never[] = []

/** The share of gateways that was online, day by day, over the month before. */
export function Course({ report: { days = [] }, name }: Drawn) {
  const { t } = useText()
  const words = useWords()
  const times = useTimes('UTC')
  const now = useNow()
  const [seen, setSeen] = useState<Range>()
  const { track, before, whole } = useMemo(() => {
    const last = days.at(-1)?.day ?? 0
    const month = days.filter(({ day }) => day > last - MONTH)
    const past = days.filter(({ day }) => day <= last - MONTH && day > last - 2 * MONTH)
    return {
      track: { times: month.map(({ day }) => day * DAY), values: month.map(({ online }) => online) },
      before: {
        times: past.map(({ day }) => (day + MONTH) * DAY),
        values: past.map(({ online }) => online),
      },
      whole: { from: (month[0]?.day ?? 0) * DAY, to: last * DAY },
    }
  }, [days])
  const line: LineSeries = {
    id: 'online',
    label: t('fleetReport.columns.online'),
    unit: '%',
    track,
    ...(before.times.length > 1 && { before }),
    tell: (value) => ({ text: words.number(value, 1), unit: '%' }),
  }
  if (whole.to <= whole.from)
    return <p>{t('fleetReport.onlineShare', { share: words.number(track.values[0] ?? 0, 1) })}</p>
  return (
    <Chart
      {...{ name, now, whole }}
      lines={[line]}
      bands={NONE}
      marks={NONE}
      gaps={NONE}
      mark={undefined}
      choose={() => {}}
      seen={seen && seen.from >= whole.from && seen.to <= whole.to ? seen : whole}
      see={setSeen}
      zone="UTC"
      periods={
        before.times.length > 1
          ? {
              now: times.shortDays({ from: whole.from, to: whole.to + DAY }),
              before: t('fleetReport.monthBefore'),
            }
          : undefined
      }
    />
  )
}
