import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { durationWords } from '../../builder/sentences.ts'
import type { Axis } from './axis.ts'
import type { Block } from './blocks.ts'
import { clockOf } from './clock-of.ts'
import styles from './once.module.css'
import { saidOf } from './said.ts'
import type { Story } from './story.ts'

/** The fine steps of the head. */
const STEPS = 1000
/** Moments whose times would stand in each other keep quiet. */
const APART = 0.07

interface Props {
  story: Story
  axis: Axis
  /** Where the head stands, 0 to 1, and at which moment of the run. */
  place: number
  at: number
  over: boolean
  onPlace(place: number): void
}

/** What has become of a block when the head stands there. */
export const stateOf = (
  { at: begins, lasts }: Pick<Block, 'at' | 'lasts'>,
  at: number,
  over: boolean,
): 'ahead' | 'now' | 'done' =>
  over || at > begins + lasts ? 'done' : at >= begins && at > 0 ? 'now' : 'ahead'

/** One lane for each thing, over the time of the run. */
export function Lanes({ story, axis, place, at, over, onPlace }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const box = useRef<HTMLElement>(null)
  // Where the run is longer than the page is wide, the page goes along with the head: by playing, by hand and by keys.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = place * (box.current.scrollWidth - box.current.clientWidth)
  }, [place])
  const style = { '--head': place, '--width': axis.width } as CSSProperties
  let last = -1
  const ticks = story.moments
    .map((one) => ({ ...one, place: axis.place(one.at) }))
    .filter((one) => {
      const shown = one.place - last >= APART
      if (shown) last = one.place
      return shown
    })

  const said = (block: Block): string => saidOf(block, { text, words })
  /** The line of a block alone shows that it may be so: that is said to whoever hears it, or points at it. */
  const told = (block: Block): string =>
    block.draw === undefined ? said(block) : t('rehearsal.once.perhaps', { name: said(block) })
  return (
    <section ref={box} className={styles.scroll} aria-label={t('rehearsal.once.lanes')}>
      <div className={styles.lanes} style={style}>
        <div className={styles.axis} aria-hidden="true">
          {ticks.map(({ id, at: begins, place: left }) => (
            <i key={id} style={{ '--at': left } as CSSProperties}>
              {clockOf(begins)}
            </i>
          ))}
        </div>
        <div className={styles.pauses} aria-hidden="true">
          {axis.pauses.map(({ from, to, ms }) => (
            <i key={from} style={{ '--at': from, '--to': to } as CSSProperties}>
              <span>{durationWords(ms, { text, words })}</span>
            </i>
          ))}
        </div>
        <ul className={styles.rows}>
          {story.lanes.map(({ id, icon, name, blocks }) => (
            <li key={id} className={styles.lane}>
              <span className={styles.thing}>
                <Icon name={icon} size="small" />
                <span>{name}</span>
              </span>
              <span className={styles.track}>
                {blocks.map((block, which) => {
                  const next = blocks[which + 1]
                  const from = axis.place(block.at)
                  const style = {
                    '--at': from,
                    '--to': axis.place(block.at + block.lasts),
                    '--room': (next ? axis.place(next.at) : 1) - from,
                  } as CSSProperties
                  return (
                    <b
                      key={block.id}
                      style={style}
                      data-mark={block.mark}
                      data-perhaps={block.draw !== undefined || undefined}
                      data-slope={block.slope}
                      data-state={stateOf(block, at, over)}
                      title={told(block)}
                    >
                      <span className="visually-hidden">
                        {block.at === 0
                          ? t('rehearsal.once.start')
                          : t('rehearsal.once.at', { time: durationWords(block.at, { text, words }) })}{' '}
                        {block.draw !== undefined && told(block)}
                      </span>
                      <span aria-hidden={block.draw !== undefined || undefined}>{said(block)}</span>
                    </b>
                  )
                })}
              </span>
            </li>
          ))}
        </ul>
        <input
          className={styles.head}
          type="range"
          min={0}
          max={STEPS}
          value={Math.round(place * STEPS)}
          aria-label={t('rehearsal.once.moment')}
          aria-valuetext={clockOf(at)}
          onChange={({ target }) => onPlace(Number(target.value) / STEPS)}
        />
      </div>
    </section>
  )
}
