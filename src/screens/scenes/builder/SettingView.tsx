import { useLayoutEffect, useMemo, useState } from 'react'
import type { DeviceHead } from '#engine/doors.ts'
import { DoorsContext, useDoors } from '#engine/engine.ts'
import { partKey } from '#engine/property/address.ts'
import { PropertyView } from '#engine/property/PropertyView.tsx'
import { isComing } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { DraftLink, draftDoors } from './draft-link.ts'
import type { OfferedProperty } from './offered.ts'
import { PlainValue, type Scalar } from './PlainValue.tsx'
import { propertyName } from './sentences.ts'

interface Props {
  head: DeviceHead
  offered: OfferedProperty
  value: Scalar
  onChange(value: Scalar): void
}

/** spec 2 §4: an offline device can be prepared for as well. */
const ONLINE = 2

/** What a property is to be set to: the widget of its tile, which sends to the scene and not to the device. */
export function SettingView({ head, offered, value, onChange }: Props) {
  const doors = useDoors()
  const words = useWords()
  const { placed } = alone(offered)
  const key = partKey(offered)
  const [link] = useState(() => new DraftLink(doors.link, key, value))
  useLayoutEffect(() => link.show(key, value, onChange))
  const reachable = useMemo(() => ({ ...head, status: ONLINE }) as const, [head])
  const draft = useMemo(() => draftDoors(doors, link, reachable), [doors, link, reachable])

  const widget = doors.widgets.get(placed.options.propertyType)
  const drawn =
    widget?.places.includes('page') &&
    !widget.panel &&
    (isComing(widget) || widget.encode !== undefined)
  if (!drawn)
    return (
      <PlainValue offered={offered} label={propertyName(offered, words)} value={value} onChange={onChange} />
    )
  return (
    <DoorsContext value={draft}>
      <PropertyView device={reachable} placed={placed} place="page" />
    </DoorsContext>
  )
}
