import { useText } from '#i18n/useText.ts'
import type { RemoteKey } from '#schemas/generated/definitions/infrared.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './Remote.module.css'
import type { KeyState } from './value.ts'

interface Props {
  /** Not called `key`, which React keeps for itself. */
  of: RemoteKey
  state: KeyState
  /** It has a code, as far as anybody can say. */
  known: boolean
  /** Pressing it takes its code away. */
  forgets?: boolean
  failed: boolean
  disabled: boolean
  reason: string | undefined
  press(command: number): void
}

const drawn = /^(digit_\d|up|down|left|right)$/

/** One key, as it looks on a remote: its drawing and, in few letters, what it does. */
export function RemoteKeyButton({
  of,
  state,
  known,
  forgets = false,
  failed,
  disabled,
  reason,
  press,
}: Props) {
  const { t, say } = useText()
  const { name, altName, icons, tone, command } = of
  const word = say(`infrared.keys.${name}`, altName)
  const told = state === 'normal' || state === 'active' ? undefined : t(`infrared.state.${state}`)
  const label = known
    ? forgets
      ? t('infrared.forgets', { key: word })
      : word
    : t('infrared.unlearnt', { key: word })
  // A figure or an arrow and its drawing would say the same twice.
  const printed = drawn.test(name) ? undefined : say(`infrared.printed.${name}`, word)
  return (
    <button
      type="button"
      className={styles.key}
      data-state={state}
      data-tone={tone}
      data-unknown={known ? undefined : ''}
      data-forgets={(forgets && known) || undefined}
      data-failed={failed || undefined}
      aria-label={told ? `${label}, ${told}` : label}
      aria-busy={state === 'active' || state === 'inProgress' || undefined}
      title={reason ?? word}
      disabled={disabled}
      onClick={() => press(command)}
    >
      <Icon name={iconNamed(icons[state], 'button')} />
      {printed && <span aria-hidden="true">{printed}</span>}
    </button>
  )
}
