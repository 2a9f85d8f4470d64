import type { Delivery, PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { busy, missedOf } from '../../shared/delivery.ts'
import styles from './Keys.module.css'
import { type Options, type Order, playingOf } from './value.ts'

interface Props
  extends Pick<PanelProps<Options>, 'label' | 'options' | 'disabled' | 'reason' | 'place' | 'commit'> {
  states: ReadonlyMap<string, Delivery>
  does: Order | undefined
}

/** Back, play or pause, stop, on: the keys that the device has; a tile has room for two. */
export function Keys({ label, options, states, does, disabled, reason, place, commit }: Props) {
  const { t } = useText()
  const { playback, skip } = options
  const state = (playback && states.get(playback.key)) ?? { phase: 'reported' }
  const missed = missedOf(state)
  const send = (order: Order) => {
    const word = playback?.keys[order]
    if (playback && word !== undefined) commit(playback, word)
  }
  const leap = (to: 'previous' | 'next') => {
    const word = skip?.keys[to]
    if (!skip || word === undefined) return null
    return (
      <button
        type="button"
        data-back={to === 'previous' || undefined}
        aria-label={t(`panels.speaker.${to}`)}
        disabled={disabled || !skip.settable}
        onClick={() => commit(skip, word)}
      >
        <Icon name="next" />
      </button>
    )
  }
  // The large key does what is not done: it pauses what plays.
  const main: Order = does === 'play' && playback?.keys.pause !== undefined ? 'pause' : 'play'
  const off = disabled || !playback?.settable
  return (
    <fieldset
      className={styles.keys}
      aria-label={label}
      aria-busy={busy(state) || undefined}
      data-place={place}
      data-phase={state.phase}
      title={reason}
    >
      {place === 'page' && leap('previous')}
      {playback?.keys[main] !== undefined && (
        <button
          type="button"
          className={styles.main}
          aria-label={t(`panels.speaker.${main}`)}
          data-missed={(missed !== undefined && playingOf(missed, options) === main) || undefined}
          disabled={off}
          onClick={() => send(main)}
        >
          <Icon name={main} />
        </button>
      )}
      {playback?.keys.stop !== undefined && (place === 'page' || !skip) && (
        <button
          type="button"
          aria-label={t('panels.speaker.stop')}
          data-missed={(missed !== undefined && playingOf(missed, options) === 'stop') || undefined}
          disabled={off || does === 'stop'}
          onClick={() => send('stop')}
        >
          <Icon name="stop" />
        </button>
      )}
      {leap('next')}
    </fieldset>
  )
}
