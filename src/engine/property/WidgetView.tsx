import { useMemo } from 'react'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../engine.ts'
import type { DeviceHead } from '../ports.ts'
import type { AnyWidget, Place } from '../widget.ts'
import { useAsyncFaults } from './Guard.tsx'
import { guarded } from './state/faults.ts'
import { useDisabledReason } from './state/useAvailability.ts'
import { useProperty } from './state/useProperty.ts'

interface Props {
  device: DeviceHead
  placed: Placed
  place: Place
  label: string
  widget: Extract<AnyWidget, { panel?: false }>
}

/** A widget over one property: decoded in, encoded out. */
export function WidgetView({ device, placed, place, label, widget }: Props) {
  const { link } = usePorts()
  const { Component, decode, encode } = widget
  const address = { device: device.id, service: placed.service, property: placed.property }
  const { value, delivery } = useProperty(address)
  // Lists of thousands of options are worked out once for a placement.
  const options = useMemo(() => widget.options(placed.value, placed), [widget, placed])
  const reason = useDisabledReason(device, placed)
  const fail = useAsyncFaults()
  return (
    <Component
      label={label}
      value={decode(value, options)}
      options={options}
      place={place}
      disabled={reason !== undefined || !encode}
      reason={reason}
      state={delivery}
      commit={(next: unknown) => {
        // The device may have gone while the finger was still down.
        if (reason !== undefined || !encode) return
        guarded(() => link.send(address, encode(next, options)), fail)
      }}
    />
  )
}
