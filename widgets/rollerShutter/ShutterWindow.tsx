import { custom } from '../shared/custom.ts'
import { type Ends, valueAt } from '../shared/track.ts'
import { type Grip, useGrip } from '../shared/use-grip.ts'
import styles from './Window.module.css'

interface Props extends Pick<Grip, 'label' | 'valueText' | 'disabled' | 'reason' | 'change' | 'release'> {
  open: number | undefined
  target: number | undefined
  targetText: string
}

const PERCENT: Ends = { min: 0, max: 100, step: 1 }

/** The drawn window: slats come down as the shutter does; drag the rail to where it should stop. */
export function ShutterWindow({ open, target, targetText, valueText, ...grip }: Props) {
  const { slider, pointer } = useGrip(
    {
      ...grip,
      value: target ?? open,
      now: open ?? 0,
      ends: PERCENT,
      vertical: true,
      valueText: target === undefined ? valueText : `${valueText}, ${targetText}`,
    },
    ({ clientY }, box) => valueAt(1 - (clientY - box.top) / box.height, PERCENT),
  )
  return (
    <div
      {...slider}
      {...pointer}
      className={styles.window}
      data-unknown={open === undefined || undefined}
      style={custom({ '--shut': `${100 - (open ?? 50)}%`, '--goal': `${100 - (target ?? 0)}%` })}
    >
      <i className={styles.mullion} />
      <i className={styles.slats} />
      {target !== undefined && (
        <span className={styles.goal} data-high={target > 80 || undefined}>
          <span>{targetText}</span>
        </span>
      )}
      <i className={styles.rail} />
    </div>
  )
}
