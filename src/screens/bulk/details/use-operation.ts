import { useEffect } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'

const isOf = (bulkId: string, event: string, data: unknown): boolean => {
  if (!event.startsWith('bom_')) return false
  const { campaign, bulkId: task } = data as { campaign?: { _id?: string }; bulkId?: string }
  return task === bulkId || campaign?._id === bulkId
}

/** One bulk operation; whatever is told of it asks anew, a few times a second at most (the server holds back more). */
export function useOperation(bulkId: string) {
  const { source } = usePorts()
  const { onEvent } = useEngine()
  const client = useQueryClient()
  const operation = useQuery({
    queryKey: rowsKey('readCampaign', { bulkId }),
    queryFn: ({ signal }) => source.load('readCampaign', { bulkId }, signal),
  })
  useEffect(
    () =>
      onEvent?.((event, data) => {
        if (!isOf(bulkId, event, data)) return
        // The tasks with it: which of them are shown changes, too.
        if (event !== 'bom_task_updated') void client.invalidateQueries({ queryKey: rowsKey('readCampaign') })
        void client.invalidateQueries({ queryKey: rowsKey('listCampaignTasks') })
      }),
    [onEvent, client, bulkId],
  )
  useOpened(() => {
    for (const call of ['readCampaign', 'listCampaignTasks'] as const)
      void client.invalidateQueries({ queryKey: rowsKey(call) })
  })
  return operation
}
