import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../../engine.ts'
import { addressesOf, partKey } from '../../property/state/address.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { afterFigure, labelOf, readPlaced, valuesOf } from '../../property/state/words-of.ts'
import styles from './TileReadings.module.css'

/** The quiet values by their names, in the middle of a tile that has nothing to set there. */
export function TileReadings({ device, placed }: { device: string; placed: readonly Placed[] }) {
  return (
    <dl className={styles.readings}>
      {placed.map((one) => (
        <Row key={partKey(one)} device={device} placed={one} />
      ))}
    </dl>
  )
}

function Row({ device, placed }: { device: string; placed: Placed }) {
  const { widgets } = usePorts()
  const words = useWords()
  const states = useProperties(addressesOf(device, placed))
  const { text, unit, level } = readPlaced(placed, valuesOf(placed, states), widgets, words)
  const label = labelOf(placed, words)
  return (
    <div>
      <dt>{hyphenated(label)}</dt>
      <dd data-level={level}>
        <span>{text}</span>
        {unit && <small>{afterFigure(unit)}</small>}
      </dd>
    </div>
  )
}
