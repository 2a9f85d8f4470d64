import { useEffect } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { toasts } from '#ui/toasts/toasts.ts'

/** The engine that answers with the report (spec 3 §3). */
const ENGINE = 'StatisticsReport'
/** A piece of news that was lost is not waited for for ever. */
const AGAIN_MS = 15_000

/** The report of all gateways or of a group; it comes anew when new data are there (spec 3 §4). */
export function useReport(group: string) {
  const { t } = useText()
  const { source } = usePorts()
  const { onEvent } = useEngine()
  const client = useQueryClient()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: rowsKey('queryAnalytics', { engine: ENGINE, group }),
    queryFn: ({ signal }) =>
      source.load(
        'queryAnalytics',
        { engine: ENGINE, ...(group !== '' && { parameters: JSON.stringify({ group }) }) },
        signal,
      ),
    refetchInterval: ({ state }) => (state.data?.report?.counting ? AGAIN_MS : false),
  })
  useEffect(
    () =>
      onEvent?.((event) => {
        if (event !== 'statistics_ready') return
        toasts.show({ text: t('fleetReport.ready') })
        void client.invalidateQueries({ queryKey: rowsKey('queryAnalytics') })
      }),
    [onEvent, client, t],
  )
  useOpened(() => void client.invalidateQueries({ queryKey: rowsKey('queryAnalytics') }))
  const request = async (): Promise<void> => {
    const result = await source.call('requestStatistics', {}, { told: ['other'] })
    toasts.show(
      result.ok
        ? { text: t('fleetReport.submitted') }
        : { text: t('fleetReport.requestFailed'), tone: 'danger' },
    )
    void refetch()
  }
  return { report: data?.report, isPending, error, refetch: () => void refetch(), request }
}
