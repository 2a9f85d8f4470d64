import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { usePorts } from '../engine.ts'
import styles from './OrderStrip.module.css'
import type { Order } from './state/orders.ts'
import { useWidgets } from './state/widgets.ts'
import { phrase, readPart } from './state/words-of.ts'

interface Props {
  device: string
  order: Order
  /** In a tile beside its control: the control itself is the way to something else. */
  tight?: boolean
}

/** What went wrong with an order, what is true now, and the way to try again. */
export function OrderStrip({ device, order, tight }: Props) {
  const { t } = useText()
  const words = useWords()
  const { link } = usePorts()
  const widgets = useWidgets()
  const { delivery, part, placed, state } = order
  if (delivery.phase !== 'failed' && delivery.phase !== 'diverged') return null
  const say = (raw: typeof delivery.wanted) => phrase(readPart(part, placed, raw, widgets, words))
  const known = state.value !== undefined && state.value !== null
  const value = known ? say(state.value ?? null) : ''
  const failed = delivery.phase === 'failed'
  const sentence = failed
    ? t(known ? 'device.order.failed' : 'device.order.failedUnknown', {
        reason: sentenceOf(delivery.reason),
        value,
      })
    : t('device.order.diverged', { wanted: say(delivery.wanted), value: known ? value : '–' })
  return (
    <div className={styles.strip} data-tight={tight || undefined} data-phase={delivery.phase} role="status">
      <Icon name={failed ? 'alert' : 'diverged'} size="small" />
      <span className={styles.words} title={sentence}>
        {sentence}
      </span>
      <span className={styles.ways}>
        <button type="button" className={styles.retry} onClick={delivery.retry}>
          {failed ? t('device.order.retry') : t('device.order.again')}
        </button>
        <button
          type="button"
          className={styles.close}
          aria-label={t('device.order.dismiss')}
          onClick={() => link.dismiss({ device, service: part.service, property: part.property })}
        >
          <Icon name="close" size="mark" />
        </button>
      </span>
    </div>
  )
}

const sentenceOf = (reason: string): string =>
  /[.!?…]$/.test(reason.trim()) ? reason.trim() : `${reason.trim()}.`
