import { ruleQueries } from '#data/rules.ts'
import { bandsOf } from '#engine/charts/model/bands.ts'
import { withValue } from '#engine/charts/model/track.ts'
import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { buttonLook } from '#ui/Button.tsx'
import { PageTitle } from '#ui/page/PageTitle.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { StateCourse } from './StateCourse.tsx'

/** When a status of the home was set. */
export function StatusHistory({ screen, params }: BlockProps) {
  const text = useText()
  const { t, say } = text
  const { source } = usePorts()
  const { situation, definitions } = useEngine()
  const { statusId: resourceId = '' } = params
  const sn = situation.gateway?.serialNumber ?? ''
  const { data: statuses, error, refetch } = useQuery(ruleQueries(source).statuses())
  const list = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const back = list && (
    <a href={hrefOf(list)} {...buttonLook({})}>
      {say(`screens.${list.id}.title`)}
    </a>
  )
  if (error)
    return (
      <ErrorState whole title={t('history.failedTitle')} onRetry={() => void refetch()} otherwise={back}>
        {failureText(error, text)}
      </ErrorState>
    )
  // What it is called is the page's heading.
  if (!statuses)
    return (
      <div aria-busy="true">
        <PageTitle text={say('screens.status_history.title')} />
        <Skeleton height="320px" />
      </div>
    )
  const status = statuses.find((one) => one.resource_id === resourceId)
  if (!status)
    return <EmptyState whole icon="analytics" tone="plain" title={t('history.statusGone')} action={back} />
  const name = say(`statuses.names.${status.name}`, status.name)
  return (
    <StateCourse
      {...{ screen, name }}
      asked={['scenarioStatusHistory', { sn, resourceId }]}
      load={(range, signal) => source.load('scenarioStatusHistory', { sn, resourceId, ...range }, signal)}
      draw={(told, range, now) => {
        const { since, state } = status
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
