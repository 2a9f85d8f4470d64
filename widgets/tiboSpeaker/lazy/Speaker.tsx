import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { readItem } from '../../shared/lazy/items.ts'
import { SettingSlider } from '../../shared/lazy/SettingSlider.tsx'
import { UNKNOWN } from '../../shared/read.ts'
import { labelOf } from '../../shared/words.ts'
import { Keys } from './Keys.tsx'
import { Mute } from './Mute.tsx'
import styles from './Speaker.module.css'
import { type Options, soughtOf, textOf } from './value.ts'

/** A loudspeaker: what plays, the keys of a player, and how loud. */
export function Speaker(props: PanelProps<Options>) {
  const { label, values, states, options, place, disabled, reason, commit } = props
  const { t } = useText()
  const words = useWords()
  const { playback, volume, mute, rest } = options
  const title = textOf(options.title, values, words)
  const artist = textOf(options.artist, values, words)
  const state = playback && states.get(playback.key)
  const does = soughtOf(playback && values.get(playback.key), state, options)
  const keys = <Keys {...{ label, options, states, does, disabled, reason, place, commit }} />
  const muting = mute && (
    <Mute
      item={mute}
      raw={values.get(mute.key)}
      state={states.get(mute.key)}
      {...{ disabled, reason, commit }}
    />
  )
  const loud = volume && (
    <SettingSlider
      label={labelOf(volume, words)}
      item={volume}
      raw={values.get(volume.key)}
      state={states.get(volume.key)}
      {...{ disabled, reason, commit }}
    />
  )
  if (place === 'tile')
    return (
      <div className={styles.tile}>
        {keys}
        {loud ?? muting}
      </div>
    )
  const facts = rest.filter((item) => readItem(item, values, words).text !== UNKNOWN)
  return (
    <div className={styles.page}>
      <h2 className={styles.heading}>{label}</h2>
      <div className={styles.now}>
        <span className={styles.cover} data-plays={does === 'play' || undefined} aria-hidden="true">
          <Icon name="speaker" size="large" />
        </span>
        <div className={styles.texts}>
          <p className={styles.title}>{title ?? t('panels.speaker.nothing')}</p>
          <p className={styles.second}>
            {[artist, does && t(`panels.speaker.does.${does}`)]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </p>
        </div>
      </div>
      {keys}
      {(loud || muting) && (
        <div className={styles.loud}>
          {muting}
          {loud}
        </div>
      )}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((item) => (
            <div key={item.key}>
              <dt>{labelOf(item, words)}</dt>
              <dd>{readItem(item, values, words).text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
