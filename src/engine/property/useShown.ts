import type { Placed } from '#schemas/generated/entities/layout.ts'
import { holdsFor } from './show-when.ts'
import { useProperty } from './useProperty.ts'

/** Whether a placement's condition lets it be shown. */
export function useShown(device: string, { service, property, options }: Placed): boolean {
  const condition = options.showWhen
  const { value } = useProperty({
    device,
    service: condition?.service ?? service,
    property: condition?.property ?? property,
  })
  return condition === undefined || holdsFor(condition, value)
}
