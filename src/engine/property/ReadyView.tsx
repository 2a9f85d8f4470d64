import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../ports.ts'
import type { AnyWidget, Place } from '../widget.ts'
import { PanelView } from './PanelView.tsx'
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
