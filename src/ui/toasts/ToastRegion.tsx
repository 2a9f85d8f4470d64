import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useCurrent } from '#lib/use-current.ts'
import { Icon } from '../Icon.tsx'
import styles from './ToastRegion.module.css'
import { toasts as appToasts, type ShownToast, type Toasts } from './toasts.ts'

interface Props {
  /** How long a toast stays, in ms (spec 1 §9), and how long one that can be undone. */
  hide: number
  undo: number
  toasts?: Toasts
}

/**
 * Always in the page, so that readers hear what appears in it. Pointing at a toast gives more time to read, but not
 * a mouse that lay where it came up: whoever waits there wants what is below. It can be put away. Ours, because what says that the network is gone cannot be fetched then, and
 * Blueprint's would add 5.1 kB gzip to sign-in (decision 0130).
 */
export function ToastRegion({ hide, undo, toasts = appToasts }: Props) {
  const current = useCurrent(toasts.subscribe, toasts.current)
  const { t } = useText()
  const time = current?.undo ? undo : hide
  const id = current?.id
  // Of one toast only: a button that is gone with its toast says no more that it has lost pointer and focus.
  const [heldId, hold] = useState<number>()
  const held = id !== undefined && heldId === id
  const expire = useEffectEvent(() => {
    if (id !== undefined) toasts.dismiss(id)
  })
  useEffect(() => {
    if (held || id === undefined) return
    const timer = setTimeout(expire, time)
    return () => clearTimeout(timer)
  }, [held, id, time])

  return (
    <section
      className={styles.region}
      aria-label={t('shell.notices')}
      aria-live="polite"
      onPointerMove={() => hold(id)}
      onPointerLeave={() => hold(undefined)}
      onFocus={() => hold(id)}
      onBlur={() => hold(undefined)}
    >
      {current && <Toast key={current.id} toast={current} toasts={toasts} time={time} held={held} />}
    </section>
  )
}

interface ToastProps {
  toast: ShownToast
  toasts: Toasts
  time: number
  held: boolean
}

function Toast({ toast, toasts, time, held }: ToastProps) {
  const { t } = useText()
  return (
    <div className={styles.toast} data-tone={toast.tone} data-held={held || undefined}>
      {toast.tone === 'danger' && <Icon name="alert" size="normal" />}
      <span>{toast.text}</span>
      {toast.undo && (
        <button type="button" onClick={() => toasts.undo(toast.id)}>
          {t('shell.undo')}
        </button>
      )}
      <button
        type="button"
        className={styles.away}
        aria-label={t('shell.hideNotice')}
        onClick={() => toasts.dismiss(toast.id)}
      >
        <Icon name="close" size="small" />
      </button>
      {toast.undo && (
        <i className={styles.rest} style={{ animationDuration: `${time}ms` }} aria-hidden="true" />
      )}
    </div>
  )
}
