import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { durationWords } from '../../builder/sentences.ts'
import { clockOf } from './clock-of.ts'
import { stateOf } from './Lanes.tsx'
import styles from './once.module.css'
import type { Story } from './story.ts'

interface Props {
  story: Story
  at: number
  over: boolean
}

/** The same on a phone: one moment below the other. */
export function Moments({ story, at, over }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  return (
    <ol className={styles.moments} aria-label={t('rehearsal.once.moments')}>
      {story.moments.map((one) => {
        const state = stateOf(one, at, over)
        const count = t('rehearsal.once.parts', { count: one.parts })
        return (
          <li key={one.id} data-state={state} data-mark={one.doubtful ? 'doubtful' : undefined}>
            <time>{clockOf(one.at)}</time>
            <span className={styles.words}>
              <span>{one.perhaps ? t('rehearsal.once.perhaps', { name: one.name }) : one.name}</span>
              <small>
                {one.lasts >= 1000
                  ? t('rehearsal.once.lasts', {
                      value: count,
                      time: durationWords(one.lasts, { text, words }),
                    })
                  : count}
              </small>
            </span>
            {one.doubtful ? (
              <Icon name="diverged" size="small" />
            ) : (
              state !== 'ahead' && <Icon name={state === 'done' ? 'check-double' : 'check'} size="small" />
            )}
          </li>
        )
      })}
    </ol>
  )
}
