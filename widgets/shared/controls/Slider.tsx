import { custom } from '../custom.ts'
import { shareOf, valueAt } from '../track.ts'
import { type Grip, useGrip } from '../use-grip.ts'
import styles from './Slider.module.css'

export type Track = 'hue' | 'saturation' | 'warmth' | 'coolness'

interface Props extends Grip {
  /** Thin mark: where the value was before the order. */
  was?: number
  /** Dashed mark: where it was wanted and did not arrive. */
  missed?: number
  /** What lies along the track instead of a fill: all hues, from white to the `full` colour, or whites from or to warm. */
  track?: Track
  full?: string
}

/** A 40 px bar with the handle inside: drag it, tap it, or use the keys. */
export function Slider(props: Props) {
  const { value, ends, was, missed, track, full = '' } = props
  const { slider, pointer } = useGrip(props, ({ clientX }, box) =>
    valueAt((clientX - box.left) / box.width, ends),
  )
  return (
    <div
      {...slider}
      {...pointer}
      className={styles.track}
      data-unknown={value === undefined || undefined}
      data-along={track}
      style={custom({ '--at': `${shareOf(value ?? ends.min, ends)}%`, '--full': full })}
    >
      {was !== undefined && (
        <i className={styles.was} style={custom({ '--mark': `${shareOf(was, ends)}%` })} />
      )}
      {missed !== undefined && (
        <i className={styles.missed} style={custom({ '--mark': `${shareOf(missed, ends)}%` })} />
      )}
    </div>
  )
}
