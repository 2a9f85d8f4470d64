import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../doors.ts'
import { useDoors } from '../engine.ts'
import type { Place } from '../widget.ts'
import { Guard } from './Guard.tsx'
import { PanelView } from './PanelView.tsx'
import { ReadingView } from './ReadingView.tsx'
import { UnknownType } from './UnknownType.tsx'
import { useShown } from './useShown.ts'
import { WidgetView } from './WidgetView.tsx'
import { labelOf } from './words-of.ts'

interface Props {
  device: DeviceHead
  placed: Placed
  place: Place
}

/** Draws one placement of a device with the widget that its catalogue entry asks for. */
export function PropertyView(props: Props) {
  return useShown(props.device.id, props.placed) ? <Drawn {...props} /> : null
}

function Drawn({ device, placed, place }: Props) {
  const { widgets } = useDoors()
  const words = useWords()
  const widget = widgets.get(placed.options.propertyType)
  const label = labelOf(placed, words)
  return (
    <Guard device={device.name} property={label}>
      {!widget ? (
        <UnknownType device={device} placed={placed} label={label} />
      ) : !widget.places.includes(place) ? (
        <ReadingView device={device.id} placed={placed} place={place} />
      ) : widget.panel ? (
        <PanelView {...{ device, placed, place, label, panel: widget }} />
      ) : (
        <WidgetView {...{ device, placed, place, label, widget }} />
      )}
    </Guard>
  )
}
