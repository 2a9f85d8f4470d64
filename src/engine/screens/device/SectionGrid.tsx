import type { CSSProperties } from 'react'
import { useText } from '#i18n/useText.ts'
import type { DeviceLayout, Placed, Section } from '#schemas/generated/entities/layout.ts'
import { EmptyState } from '#ui/page/states.tsx'
import type { DeviceHead } from '../../ports.ts'
import { PropertyCard } from './PropertyCard.tsx'
import styles from './SectionGrid.module.css'

interface Props {
  device: DeviceHead
  layout: DeviceLayout
  section: Section
  /** Stands beside the name of each value. */
  ofValue?: string | undefined
}

/** One section on the four columns of the catalogue; fewer where there is less room. */
export function SectionGrid({ device, layout, section, ofValue }: Props) {
  const { t } = useText()
  const placed = inOrder(layout.sections[section] ?? [])
  if (placed.length === 0)
    return (
      <EmptyState icon="device" tone="plain" title={t('device.page.emptySection')}>
        {t('device.page.emptyHint')}
      </EmptyState>
    )
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>
        {placed.map((one) => (
          <PropertyCard
            key={`${one.service}/${one.property}`}
            device={device}
            layout={layout}
            placed={one}
            place={place(one)}
            ofValue={ofValue}
          />
        ))}
      </div>
    </div>
  )
}

/** By row, then column: the order in which one column is read. */
export const inOrder = (placed: readonly Placed[]): readonly Placed[] =>
  placed.toSorted((a, b) => a.grid[0] - b.grid[0] || a.grid[1] - b.grid[1])

/** The catalogue's [row, column, width, height] for the style sheet. */
const place = ({ grid: [row, column, width, height] }: Placed): CSSProperties =>
  ({
    '--row': row + 1,
    '--column': column + 1,
    '--width': width,
    '--height': height,
    '--half': Math.min(2, width),
  }) as CSSProperties
