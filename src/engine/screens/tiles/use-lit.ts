import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { DeviceHead, PropertyState } from '../../ports.ts'
import { partsOf } from '../../property/state/address.ts'
import { partAt, shines } from '../../property/state/lit.ts'
import type { Order } from '../../property/state/orders.ts'
import { useValueAt } from '../../property/state/useProperty.ts'
import type { RawValue } from '../../widget.ts'

/** Whether the device shines or heats now, by the value that its layout names. */
export function useLit(
  device: DeviceHead,
  layout: DeviceLayout | undefined,
): { lit: boolean; value: RawValue | undefined } {
  const value = useValueAt(device.id, layout?.lit)
  const here = device.status === 1 || device.status === 2
  return { lit: here && layout?.lit !== undefined && shines(value, partAt(layout, layout.lit)), value }
}

interface Look {
  gone: boolean
  order: Order | undefined
  lit: boolean
  /** What the tile is operated by, and how that is. */
  main: readonly Placed[]
  states: readonly PropertyState[]
  /** The head says that something is dangerous. */
  alarm: boolean
}

/** Colour of the badge: trouble first, then light and heat, then what is switched on. */
export function toneOf({ gone, order, lit, main, states, alarm }: Look): Tone {
  if (gone) return 'off'
  if (alarm || order?.delivery.phase === 'failed') return 'danger'
  if (lit) return 'lit'
  let at = 0
  const switched = main.some((placed) => {
    const state = states[at]
    at += partsOf(placed).length
    const switches = placed.options.propertyType === 'iconType' && placed.value.access.includes('write')
    return switches && shines(state?.value, placed)
  })
  return switched ? 'primary' : 'plain'
}

export const useDeviceLit = (device: DeviceHead): boolean => useLit(device, device.layout).lit
