import { ruleQueries } from '#data/rules.ts'
import { bandsOf } from '#engine/charts/model/bands.ts'
import { withValue } from '#engine/charts/model/track.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { StateCourse } from './StateCourse.tsx'

/** When a status of the home was set. */
export function StatusHistory({ screen, params }: BlockProps) {
  const { t, say } = useText()
  const { source } = usePorts()
  const { situation } = useEngine()
  const { statusId: resourceId = '' } = params
  const sn = situation.gateway?.serialNumber ?? ''
  const { data: statuses } = useQuery(ruleQueries(source).statuses())
  const status = statuses?.find((one) => one.resource_id === resourceId)
  const name = status
    ? say(`statuses.names.${status.name}`, status.name)
    : statuses
      ? t('history.statusGone')
      : ''
  return (
    <StateCourse
      {...{ screen, name }}
      asked={['scenarioStatusHistory', { sn, resourceId }]}
      load={(range, signal) => source.load('scenarioStatusHistory', { sn, resourceId, ...range }, signal)}
      draw={(told, range, now) => {
        const { since, state } = status ?? {}
        // How it is now goes on where the recorded ends.
        const track =
          since !== undefined && state !== undefined && since < range.to
            ? withValue(told, since, state)
            : told
        const bands = bandsOf(track, range, now).map((band) => ({
          ...band,
          tone: band.value === true ? ('open' as const) : undefined,
          word: t(band.value === true ? 'history.set' : 'history.notSet'),
        }))
        return { band: { id: resourceId, device: name, label: name, bands }, gaps: [] }
      }}
    />
  )
}
