import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import type { Statuses } from '#data/statuses/statuses.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import { bringBack, tell } from '#engine/objects/tell.ts'
import { useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { statusName } from '../status-words.ts'

export interface StatusOrders {
  /** Why nobody of this role may switch them; undefined where he may. */
  why: string | undefined
  /** Which status is being switched now. */
  switching: string | undefined
  set(status: ScenarioStatus, state: boolean): Promise<void>
  remove(status: ScenarioStatus): Promise<void>
}

/** Switching and deleting statuses; what fails is told, what was deleted can be taken back. */
export function useStatusOrders(): StatusOrders {
  const { source } = usePorts()
  const { situation } = useEngine()
  const client = useQueryClient()
  const text = useText()
  const [switching, setSwitching] = useState<string>()

  const again = (): void => void client.invalidateQueries({ queryKey: ruleKeys.statuses })
  const failed = (words: string): void => void toasts.show({ text: words, tone: 'danger' })

  return {
    why: isOutOfReach({ commands: ['set_scenario_status'] }, situation)
      ? text.t('engine.forbidden')
      : undefined,
    switching,
    async set(status, state) {
      setSwitching(status.resource_id)
      const { resource_id } = status
      const result = await source.order('set_scenario_status', { resource_id, state })
      setSwitching(undefined)
      if (!result.ok) return failed(failureWords(result, text))
      // The event says so as well; whoever pressed does not wait for it.
      client.setQueryData<Statuses>(ruleKeys.statuses, (all) =>
        all?.map((one) => {
          if (one.resource_id === resource_id) return { ...one, state }
          return state && one.group !== undefined && one.group === status.group
            ? { ...one, state: false }
            : one
        }),
      )
    },
    async remove(status) {
      const { resource_id } = status
      const result = await source.order('delete_scenario_status', { resource_id })
      if (result.ok)
        client.setQueryData<Statuses>(ruleKeys.statuses, (all) =>
          all?.filter((one) => one.resource_id !== resource_id),
        )
      const said = text.t('scenes.status.deleted', { name: statusName(status.name, text) })
      tell({ toast: (message) => toasts.show(message) }, result, said, {
        of: [`status ${resource_id}`],
        back: async () => {
          const back = await bringBack(source, 'status', resource_id)
          again()
          return back
        },
      })
    },
  }
}
