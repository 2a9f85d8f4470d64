import type { CSSProperties } from 'react'
import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { useEngine } from '../../engine.ts'
import type { DeviceHead } from '../../ports.ts'
import { Age } from '../../property/Age.tsx'
import { OrderStrip } from '../../property/OrderStrip.tsx'
import { PropertyView } from '../../property/PropertyView.tsx'
import { Receipt } from '../../property/Receipt.tsx'
import { addressesOf, partsOf } from '../../property/state/address.ts'
import { isOfLight } from '../../property/state/lit.ts'
import { flatParts, mostUrgent, newest, recalledOf } from '../../property/state/orders.ts'
import { useStaleSince } from '../../property/state/useHome.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { useShown } from '../../property/state/useShown.ts'
import { useWidgets } from '../../property/state/widgets.ts'
import { labelOf } from '../../property/state/words-of.ts'
import { arrived, type RegisteredWidget } from '../../widget.ts'
import { OptionalBlock } from '../OptionalBlock.tsx'
import { goneOf } from '../tiles/TileState.tsx'
import { useDeviceLit } from '../tiles/use-lit.ts'
import styles from './PropertyCard.module.css'

interface Props {
  device: DeviceHead
  layout: DeviceLayout
  placed: Placed
  place: CSSProperties
  /** A block that stands beside its name. */
  ofValue?: string | undefined
}

function isHeadless(registered: RegisteredWidget | undefined): boolean {
  const widget = arrived(registered)
  return widget?.panel === true && widget.headless === true
}

/** One placement on the device page: its name, its widget, where its order stands or how old it is. */
export function PropertyCard({ device, layout, placed, place, ofValue = '' }: Props) {
  const words = useWords()
  const { blocks } = useEngine()
  const widgets = useWidgets()
  const shown = useShown(device.id, placed)
  const states = useProperties(addressesOf(device.id, placed))
  const order = mostUrgent(flatParts([placed]), states)
  const away = useStaleSince() !== undefined || goneOf(device) !== undefined
  const recalled = recalledOf(states)
  const old = away || recalled.length > 0
  const shines = useDeviceLit(device)
  const ofLight = placed.section === 'control' && isOfLight(layout, placed)
  if (!shown) return null
  const settable = partsOf(placed).some(({ value }) => value.access.includes('write'))
  const troubled = order?.delivery.phase === 'failed' || order?.delivery.phase === 'diverged'
  const widget = widgets.get(placed.options.propertyType)
  // A panel heads itself, and an unknown type tells its name.
  const named = widget !== undefined && !widget.panel
  return (
    <section
      className={styles.card}
      style={place}
      aria-label={labelOf(placed, words)}
      data-lit={ofLight ? shines : undefined}
      data-gone={goneOf(device) !== undefined || undefined}
      data-headless={isHeadless(widget) || undefined}
    >
      {(named || settable || old || blocks[ofValue]) && (
        <header
          className={styles.head}
          data-bare={!named || undefined}
          data-calm={(!old && (order?.delivery.phase ?? 'reported') === 'reported') || undefined}
        >
          {named && <h2 className={styles.name}>{hyphenated(labelOf(placed, words))}</h2>}
          {old ? (
            <Age at={newest(away ? states : recalled)} />
          ) : (
            settable && <Receipt phase={order?.delivery.phase ?? 'reported'} />
          )}
          {blocks[ofValue] && (
            <span className={styles.ofValue}>
              <OptionalBlock
                name={ofValue}
                params={{
                  device: device.id,
                  service: placed.service,
                  property: placed.property,
                  label: labelOf(placed, words),
                }}
              />
            </span>
          )}
        </header>
      )}
      <div className={styles.widget}>
        <PropertyView device={device} placed={placed} place="page" />
      </div>
      {troubled && order && <OrderStrip device={device.id} order={order} />}
    </section>
  )
}
