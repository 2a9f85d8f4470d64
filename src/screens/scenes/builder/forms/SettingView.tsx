import { useLayoutEffect, useMemo, useState } from 'react'
import { PortsContext, usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { PropertyView } from '#engine/property/PropertyView.tsx'
import { partKey } from '#engine/property/state/address.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { isLazy, type WidgetRegistry } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { DraftLink, draftPorts } from '../draft/draft-link.ts'
import type { OfferedProperty } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { propertyName } from '../sentences.ts'
import { PlainValue, type Scalar } from './PlainValue.tsx'

interface Props {
  head: DeviceHead
  offered: OfferedProperty
  value: Scalar
  onChange(value: Scalar): void
}

/** spec 2 §4: an offline device can be prepared for as well. */
const ONLINE = 2

/** Whether a widget sets one value. One whose code has not come yet counts as what its catalogue entry asks for. */
function sets(widgets: WidgetRegistry, { options }: Pick<Placed, 'options'>): boolean {
  const widget = widgets.get(options.propertyType)
  if (!widget || widget.panel || !widget.places.includes('page')) return false
  return isLazy(widget) || widget.encode !== undefined
}

/** A panel that is of use with nothing but its main value (catalogue/scenes, `panels`). */
const standsAlone = ({ options, value }: Pick<Placed, 'options' | 'value'>): boolean =>
  vocabulary.panels.some((panel) => panel === options.propertyType) && value.kind !== 'option'

/** A value that is drawn together with others gets a control of its own (catalogue/scenes, `editors`). */
function placedAlone({ placed, service, property, value }: OfferedProperty, widgets: WidgetRegistry): Placed {
  const main = partKey(placed) === partKey({ service, property })
  if (main && sets(widgets, placed)) return placed
  if (main && standsAlone(placed)) {
    const { more: _more, ...alone } = placed
    return alone
  }
  // Without ends there is nothing to slide along.
  const endless = value.kind === 'number' && (value.min === undefined || value.max === undefined)
  const propertyType = endless ? undefined : vocabulary.editors[value.kind as keyof typeof vocabulary.editors]
  if (propertyType === undefined) return placed
  return { service, property, value, section: placed.section, grid: placed.grid, options: { propertyType } }
}

/** What a property is to be set to: the widget of its tile, which sends to the scene and not to the device. */
export function SettingView({ head, offered, value, onChange }: Props) {
  const ports = usePorts()
  const widgets = useWidgets()
  const words = useWords()
  const placed = useMemo(() => placedAlone(offered, widgets), [offered, widgets])
  const key = partKey(offered)
  const [link] = useState(() => new DraftLink(ports.link, key, value))
  useLayoutEffect(() => link.show(key, value, onChange))
  const reachable = useMemo(() => ({ ...head, status: ONLINE }) as const, [head])
  const draft = useMemo(() => draftPorts(ports, link, reachable), [ports, link, reachable])

  if (partKey(placed) !== key || !(sets(widgets, placed) || standsAlone(placed)))
    return (
      <PlainValue offered={offered} label={propertyName(offered, words)} value={value} onChange={onChange} />
    )
  return (
    <PortsContext value={draft}>
      <PropertyView device={reachable} placed={placed} place="page" />
    </PortsContext>
  )
}
