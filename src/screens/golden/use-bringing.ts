import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'

/** Where a bulk operation begins with what differs; undefined where this administrator can have none. */
export function useBringing(): (asked: Readonly<Record<string, unknown>>) => string | undefined {
  const { definitions, situation } = useEngine()
  const bulk = definitions.screen('bulk')
  const may =
    bulk &&
    holds({ module: 'bulk' }, situation) &&
    !isOutOfReach({ operations: ['createCampaign', 'planCampaign', 'readDriftReturn'] }, situation)
  return (asked) => (may ? hrefOf(bulk, asked) : undefined)
}
