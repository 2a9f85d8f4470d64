import { use, useEffect } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../ports.ts'
import { isLazy, type Place } from '../widget.ts'
import { Guard } from './Guard.tsx'
import { LazyView } from './LazyView.tsx'
import styles from './PropertyView.module.css'
import { ReadingView } from './ReadingView.tsx'
import { ReadyView } from './ReadyView.tsx'
import { ReportContext } from './state/faults.ts'
import { useProperty } from './state/useProperty.ts'
import { useShown } from './state/useShown.ts'
import { useWidgets } from './state/widgets.ts'
import { labelOf, plain } from './state/words-of.ts'

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
  const widgets = useWidgets()
  const words = useWords()
  const widget = widgets.get(placed.options.propertyType)
  const label = labelOf(placed, words)
  return (
    <Guard device={device.name} property={label} head={device} placed={placed}>
      {!widget ? (
        <UnknownType device={device} placed={placed} label={label} />
      ) : !widget.places.includes(place) ? (
        <ReadingView device={device.id} placed={placed} place={place} />
      ) : isLazy(widget) ? (
        <LazyView {...{ device, placed, place, label, lazy: widget }} />
      ) : (
        <ReadyView {...{ device, placed, place, label, widget }} />
      )}
    </Guard>
  )
}

/** A property type that this version does not know: name and bare value, and it says so. Nothing is silently blank. */
function UnknownType({ device, placed, label }: { device: DeviceHead; placed: Placed; label: string }) {
  const { t } = useText()
  const { value } = useProperty({ device: device.id, service: placed.service, property: placed.property })
  const report = use(ReportContext)
  useEffect(() => {
    report({ error: 'unknown', device: device.name, head: device, placed, phase: 'unknown' })
  }, [report, device, placed])
  return (
    <div className={styles.unknown}>
      <p className={styles.line}>
        <span>{label}</span>
        <output>{plain(value)}</output>
      </p>
      <p className={styles.note}>
        {t('device.unknownType', { property: label, type: placed.options.propertyType })}
      </p>
    </div>
  )
}
