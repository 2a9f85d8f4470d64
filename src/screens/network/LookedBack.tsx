import { useHomeMoment } from '#engine/home-clocks.ts'
import type { Compared } from '#gateway/lib/network/compare.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './network.module.css'
import type { View } from './use-view.ts'

interface Props {
  view: View
  now: number
  changes: readonly Compared[] | undefined
  /** Asks again for the moment, where it could not be had. */
  onRetry: (() => void) | undefined
}

/** Says that an earlier moment is shown, or what is otherwise since then. */
export function LookedBack({ view, now, changes, onRetry }: Props) {
  const { t } = useText()
  const momentOf = useHomeMoment()
  const { at: one = now, other } = view
  const at = momentOf(other === undefined ? one : Math.min(one, other), now)
  const parts = (['appeared', 'vanished', 'weaker', 'stronger'] as const).flatMap((change) => {
    const count = changes?.filter((one) => one.change === change).length ?? 0
    return count > 0 ? [t(`netdiag.changed.${change}`, { count })] : []
  })
  const what = parts.join(', ') || t('netdiag.changed.nothing')
  const said = !changes
    ? t('netdiag.asOf', { at: momentOf(one, now) })
    : other === undefined
      ? t('netdiag.since', { at, what })
      : t('netdiag.fromTo', { at, to: momentOf(Math.max(one, other), now), what })
  return (
    <Notice
      tone={onRetry ? 'warn' : 'info'}
      icon="history"
      action={
        <span className={styles.tools}>
          {onRetry ? (
            <Button size="dense" icon="refresh" onClick={onRetry}>
              {t('shell.retry')}
            </Button>
          ) : (
            <Button size="dense" icon="swap" onClick={() => view.compare(!view.compares)}>
              {t(view.compares ? 'netdiag.compareEnd' : 'netdiag.compare')}
            </Button>
          )}
          <Button size="dense" look="quiet" onClick={() => view.lookAt(undefined)}>
            {t('netdiag.toNow')}
          </Button>
        </span>
      }
    >
      {onRetry ? t('netdiag.noSnapshot') : said}
    </Notice>
  )
}
