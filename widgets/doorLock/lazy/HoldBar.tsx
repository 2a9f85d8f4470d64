import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { custom } from '../../shared/custom.ts'
import styles from './DoorLock.module.css'

/** How long a finger or a key has to stay before a door opens (look: 1 s). */
const HOLD = 1000

/** Something that happens only once it has been held: begun by a finger or a key, let go by leaving it. */
function useHold(done: () => void) {
  const [holding, setHolding] = useState(false)
  const finish = useEffectEvent(() => {
    setHolding(false)
    done()
  })
  useEffect(() => {
    if (!holding) return
    const timer = setTimeout(finish, HOLD)
    return () => clearTimeout(timer)
  }, [holding])
  return { holding, begin: () => setHolding(true), leave: () => setHolding(false) }
}

interface Props {
  label: string
  disabled: boolean
  reason: string | undefined
  unlock(): void
}

const KEYS = new Set(['Enter', ' '])

/** Opening a door is no accident: hold for a second, a bar fills; Escape lets go. */
export function HoldBar({ label, disabled, reason, unlock }: Props) {
  const { t } = useText()
  const hint = useId()
  const { holding, begin, leave } = useHold(unlock)
  // A click that no finger and no key began comes from an assistive tool, which cannot hold.
  const touched = useRef(false)
  const start = () => {
    touched.current = true
    if (!disabled) begin()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && holding) {
      event.stopPropagation()
      leave()
    } else if (KEYS.has(event.key)) {
      event.preventDefault()
      if (!event.repeat) start()
    }
  }
  const click = (event: MouseEvent) => {
    if (!touched.current && event.detail === 0) unlock()
    touched.current = false
  }
  return (
    <button
      type="button"
      className={styles.bar}
      data-holding={holding || undefined}
      aria-label={t('panels.lock.unlockNamed', { name: label })}
      aria-describedby={hint}
      disabled={disabled}
      title={reason}
      style={custom({ '--hold': `${HOLD}ms` })}
      onPointerDown={(event) => event.button === 0 && start()}
      onPointerUp={leave}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={press}
      onKeyUp={leave}
      onBlur={leave}
      onClick={click}
    >
      <span className={styles.knob}>
        <Icon name={holding ? 'unlock' : 'lock'} />
      </span>
      <span id={hint} className={styles.hint}>
        {t('panels.lock.hold')}
      </span>
    </button>
  )
}
