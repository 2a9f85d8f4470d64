import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'
import { Card } from '#ui/Card.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import type { DeviceHead } from '../../ports.ts'
import { Guard } from '../../property/Guard.tsx'
import { addressesOf } from '../../property/state/address.ts'
import { newest } from '../../property/state/orders.ts'
import { useNow } from '../../property/state/useNow.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { useWidgets } from '../../property/state/widgets.ts'
import { afterFigure, apart, labelOf, readPlaced, valuesOf } from '../../property/state/words-of.ts'
import { OptionalBlock } from '../OptionalBlock.tsx'
import styles from './Rows.module.css'
import { inOrder } from './SectionGrid.tsx'

/** So many readings stand beside the controls; the rest has a section of its own. */
const BESIDE = 6

interface Props {
  device: DeviceHead
  layout: DeviceLayout
  /** A block in the row of each. */
  ofReading?: string | undefined
}

/** What the device measures, beside its controls. */
export function Readings({ device, layout, ofReading = '' }: Props) {
  const { t } = useText()
  const { sensory = [], moreInfo = [] } = layout.sections
  // A battery is a reading to whoever has to replace it.
  const batteries = moreInfo.filter(({ property }) => property === 'battery')
  const placed = [...inOrder(sensory).flatMap(apart), ...batteries].slice(0, BESIDE)
  if (placed.length === 0) return null
  return (
    <Card title={t('device.page.readings')} flush>
      <ul className={styles.rows} data-readings>
        {placed.map((one) => (
          <li key={`${one.service}/${one.property}`}>
            <Guard device={device.name}>
              <Row device={device.id} placed={one} ofReading={ofReading} />
            </Guard>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ device, placed, ofReading }: { device: string; placed: Placed; ofReading: string }) {
  const widgets = useWidgets()
  const words = useWords()
  const now = useNow()
  const states = useProperties(addressesOf(device, placed))
  const { text, unit, icon, level } = readPlaced(placed, valuesOf(placed, states), widgets, words)
  const at = newest(states)
  return (
    <>
      <span className={styles.term}>
        <Icon name={iconNamed(icon, 'gauge')} size="small" />
        <span>{hyphenated(labelOf(placed, words))}</span>
      </span>
      {/* A cell of its own, whether or not something stands in it. */}
      <span>
        <OptionalBlock
          name={ofReading}
          params={{ device, service: placed.service, property: placed.property }}
          fallback={<span className={styles.coming} />}
        />
      </span>
      <span className={styles.value}>
        <span data-level={level}>
          {text}
          {unit && afterFigure(unit)}
        </span>
      </span>
      {at !== undefined && <small>{words.age(at, now)}</small>}
    </>
  )
}
