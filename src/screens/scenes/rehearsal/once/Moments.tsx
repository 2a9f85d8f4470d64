import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon } from '#ui/Icon.tsx'
import { clockOf } from './clock-of.ts'
import { stateOf } from './Lanes.tsx'
import styles from './once.module.css'
import { saidOf } from './said.ts'
import type { Story } from './story.ts'

interface Props {
  story: Story
  at: number
  over: boolean
}

/** The same on a phone: one moment below the other, each with what it does to what. */
export function Moments({ story, at, over }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  return (
    <ol className={styles.moments} aria-label={t('rehearsal.once.moments')}>
      {story.moments.map((one) => {
        const state = stateOf(one, at, over)
        return (
          <li key={one.id} data-state={state} data-mark={one.doubtful ? 'doubtful' : undefined}>
            <time>{clockOf(one.at)}</time>
            <span className={styles.words}>
              <span>{one.perhaps ? t('rehearsal.once.perhaps', { name: one.name }) : one.name}</span>
              {one.parts.length > 0 && (
                <ul className={styles.parts}>
                  {one.parts.map((part) => (
                    <li key={part.id} data-mark={part.mark}>
                      <span>{part.name}</span> <b>{saidOf(part, { text, words })}</b>
                    </li>
                  ))}
                </ul>
              )}
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
