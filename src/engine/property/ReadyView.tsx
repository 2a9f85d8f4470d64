import { useMemo } from 'react'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../engine.ts'
import type { DeviceHead } from '../ports.ts'
import type { AnyWidget, Delivery, Place, PropertyKeyParts, RawValue } from '../widget.ts'
import { useAsyncFaults } from './Guard.tsx'
import { addressesOf, partKey, partsOf } from './state/address.ts'
import { guarded } from './state/faults.ts'
import { useDisabledReason } from './state/useAvailability.ts'
import { useProperties } from './state/useProperty.ts'
import { valuesOf } from './state/words-of.ts'
import { WidgetView } from './WidgetView.tsx'

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
