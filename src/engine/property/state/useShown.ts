import type { Placed } from '#schemas/generated/entities/layout.ts'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import { holdsFor } from './show-when.ts'
import { useProperty } from './useProperty.ts'

/** Whether a placement is there for whoever looks, and its condition on another value lets it be shown. */
export function useShown(device: string, { service, property, options }: Placed): boolean {
  const { situation } = useEngine()
  const condition = options.showWhen
  const { value } = useProperty({
    device,
    service: condition?.service ?? service,
    property: condition?.property ?? property,
  })
  return holds(options.when, situation) && (condition === undefined || holdsFor(condition, value))
}
