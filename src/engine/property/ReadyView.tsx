import { useMemo } from 'react'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../engine.ts'
import type { DeviceHead } from '../ports.ts'
import type { AnyWidget, Delivery, Place, PropertyKeyParts, RawValue } from '../widget.ts'
import { useAsyncFaults } from './Guard.tsx'
import { addressesOf, partKey, partsOf } from './state/address.ts'
import { guarded } from './state/faults.ts'
import { useDisabledReason } from './state/useAvailability.ts'
import { useProperties, useProperty } from './state/useProperty.ts'
import { valuesOf } from './state/words-of.ts'

export interface Drawn {
  device: DeviceHead
  placed: Placed
  place: Place
  label: string
}

/** A placement by its widget, over one property or over several. */
export function ReadyView({ widget, ...drawn }: Drawn & { widget: AnyWidget }) {
  return widget.panel ? <PanelView {...drawn} panel={widget} /> : <WidgetView {...drawn} widget={widget} />
}

interface Props {
  device: DeviceHead
  placed: Placed
  place: Place
  label: string
  panel: Extract<AnyWidget, { panel: true }>
}

/** A widget over several properties: it reads and sends those that its placement lists, nothing else. */
function PanelView({ device, placed, place, label, panel }: Props) {
  const { link } = usePorts()
  const { Component } = panel
  const states = useProperties(addressesOf(device.id, placed))
  const options = useMemo(() => panel.options(placed), [panel, placed])
  const reason = useDisabledReason(device, placed)
  const fail = useAsyncFaults()
  const parts = partsOf(placed)
  const deliveries = new Map<string, Delivery>(
    parts.map((part, index) => [partKey(part), states[index]?.delivery ?? { phase: 'reported' }]),
  )
  const commit = (to: PropertyKeyParts, value: RawValue) => {
    const listed = parts.some((part) => partKey(part) === partKey(to) && part.value.access.includes('write'))
    if (reason !== undefined || !listed) return
    guarded(() => link.send({ device: device.id, service: to.service, property: to.property }, value), fail)
  }
  return (
    <Component
      label={label}
      values={valuesOf(placed, states)}
      states={deliveries}
      options={options}
      place={place}
      disabled={reason !== undefined}
      reason={reason}
      commit={commit}
    />
  )
}

interface WidgetViewProps {
  device: DeviceHead
  placed: Placed
  place: Place
  label: string
  widget: Extract<AnyWidget, { panel?: false }>
}

/** A widget over one property: decoded in, encoded out. */
function WidgetView({ device, placed, place, label, widget }: WidgetViewProps) {
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
