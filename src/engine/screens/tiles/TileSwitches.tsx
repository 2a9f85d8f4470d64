import { shortNameOf } from '#gateway/lib/names/names.ts'
import { useWords } from '#i18n/useWords.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../../ports.ts'
import { PropertyView } from '../../property/PropertyView.tsx'
import { partKey } from '../../property/state/address.ts'
import { labelOf } from '../../property/state/words-of.ts'
import styles from './TileSwitches.module.css'

/** The switches of a device that has several, each beside what it is called there. */
export function TileSwitches({ device, switches }: { device: DeviceHead; switches: readonly Placed[] }) {
  const words = useWords()
  return (
    <ul className={styles.switches}>
      {switches.map((placed) => (
        <li key={partKey(placed)}>
          <span title={labelOf(placed, words)} aria-hidden="true">
            {hyphenated(
              placed.options.translateServiceDifferent ? labelOf(placed, words) : shortNameOf(placed, words),
            )}
          </span>
          <PropertyView device={device} placed={placed} place="head" />
        </li>
      ))}
    </ul>
  )
}
