import type { Delivery, PropertyKeyParts, RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { busy, wantedOf } from '../../shared/delivery.ts'
import type { Item } from '../../shared/lazy/items.ts'
import styles from './Keys.module.css'
import { mutedOf } from './value.ts'

interface Props {
  item: Item
  raw: RawValue | undefined
  state: Delivery | undefined
  disabled: boolean
  reason: string | undefined
  commit(to: PropertyKeyParts, value: RawValue): void
}

/** Turns the sound off without losing how loud it was. */
export function Mute({ item, raw, state, disabled, reason, commit }: Props) {
  const { t } = useText()
  const delivery = state ?? { phase: 'reported' }
  const muted = mutedOf(wantedOf(delivery) ?? raw, { mute: item }) === true
  const { on = true, off = false } = item.value
  return (
    <button
      type="button"
      className={styles.mute}
      aria-label={t('panels.speaker.mute')}
      aria-pressed={muted}
      aria-busy={busy(delivery) || undefined}
      data-phase={delivery.phase}
      disabled={disabled || !item.settable}
      title={reason}
      onClick={() => commit(item, muted ? off : on)}
    >
      <Icon name={muted ? 'mute' : 'volume'} />
    </button>
  )
}
