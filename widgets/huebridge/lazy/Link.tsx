import { useEffect, useState } from 'react'
import limits from '#catalogue/widgets/hue-bridge.json'
import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { busy } from '../../shared/delivery.ts'
import styles from './Link.module.css'
import type { Options } from './value.ts'

const SECOND = 1000

/** Seconds left of a window of time that `open` begins anew; 0 when there is none, or when it is no longer `needed`. */
function useWindow(seconds: number, needed: boolean) {
  const [left, setLeft] = useState(0)
  const runs = left > 0 && needed
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), SECOND)
    return () => clearInterval(timer)
  }, [runs])
  return { left: needed ? left : 0, open: () => setLeft(seconds), close: () => setLeft(0) }
}

interface Props
  extends Pick<PanelProps<Options>, 'options' | 'states' | 'disabled' | 'reason' | 'place' | 'commit'> {
  linked: boolean | undefined
}

/** Whether the gateway may use the bridge, and the way there: ask, then press the bridge's own button in time. */
export function Link({ options: { link, word }, states, linked, disabled, reason, place, commit }: Props) {
  const { t } = useText()
  const delivery = (link && states.get(link.key)) ?? { phase: 'reported' }
  const refused = delivery.phase === 'failed'
  const { left, open } = useWindow(limits.linkWindow, linked !== true && !refused)
  if (linked === true)
    return (
      <p className={styles.linked}>
        <Icon name="check" size="small" />
        {t('panels.hue.linked')}
      </p>
    )
  const waits = left > 0
  const ask = () => {
    if (!link || word === undefined) return
    open()
    commit(link, word)
  }
  return (
    <div className={styles.link} data-place={place} data-waits={waits || undefined}>
      <span className={styles.bridge} aria-hidden="true">
        <i />
      </span>
      <p className={styles.words} role="status">
        {waits
          ? t('panels.hue.press', { seconds: left })
          : t(linked === false ? 'panels.hue.unlinked' : 'panels.hue.unknown')}
      </p>
      {link && (
        <button
          type="button"
          className={styles.key}
          aria-busy={busy(delivery) || undefined}
          disabled={disabled || waits}
          title={reason}
          onClick={ask}
        >
          {t('panels.hue.connect')}
        </button>
      )}
    </div>
  )
}
