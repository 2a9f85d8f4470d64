import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Keys.module.css'

type Order = 'open' | 'stop' | 'close'

interface Props {
  label: string
  moving: boolean
  stoppable: boolean
  disabled: boolean
  reason: string | undefined
  /** Words beside the icons. */
  named: boolean
  send(order: Order): void
}

const ICONS: readonly [Order, IconName][] = [
  ['open', 'chevron-up'],
  ['stop', 'stop'],
  ['close', 'chevron-down'],
]

/** Up, stop where it can be stopped, down; stop is tinted while the shutter moves. */
export function Keys({ label, moving, stoppable, disabled, reason, named, send }: Props) {
  const { t } = useText()
  return (
    <fieldset className={styles.keys} aria-label={label} data-named={named || undefined} title={reason}>
      {ICONS.filter(([order]) => order !== 'stop' || stoppable).map(([order, icon]) => (
        <button
          key={order}
          type="button"
          data-moving={(order === 'stop' && moving) || undefined}
          aria-label={named ? undefined : t(`widgets.shutter.${order}Key`)}
          disabled={disabled}
          onClick={() => send(order)}
        >
          <Icon name={icon} />
          {named && <span>{t(`widgets.shutter.${order}Key`)}</span>}
        </button>
      ))}
    </fieldset>
  )
}
