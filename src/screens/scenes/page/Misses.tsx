import { useHomeMoment } from '#engine/home-clocks.ts'
import { useMore } from '#engine/objects/use-more.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { wordsOfReason } from '#gateway/rules/words/runs.ts'
import { useText } from '#i18n/useText.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import { Card } from '#ui/Card.tsx'
import { brokenKey } from '../elsewhere/elsewhere.ts'
import type { Line } from '../rule-lines.ts'
import styles from '../scene.module.css'
import { triggerWords } from '../trigger-words.ts'
import { useRuns } from '../use-rules.ts'
import { capital, useTelling } from '../use-telling.ts'

const NONE: readonly RuleMiss[] = []

/** Whether the reason names what set it off already. */
const toldIn = ({ trigger, why }: RuleMiss): boolean =>
  why.some((one) => one.trigger !== undefined && one.trigger.trigger_id === trigger.trigger_id)

function Miss({ miss }: { miss: RuleMiss }) {
  const moment = useHomeMoment()
  const now = useNow()
  const telling = useTelling()
  return (
    <li>
      <span className={styles.words}>
        <span>{moment(miss.at, now)}</span>
        {!toldIn(miss) && <small>{triggerWords(miss.trigger, telling)}</small>}
        {miss.why.map((why, at) => (
          <span key={`${why.reason} ${at.toString()}`} className={styles.why}>
            {capital(telling.tell(wordsOfReason(why, telling.naming)))}
          </span>
        ))}
      </span>
    </li>
  )
}

interface Props {
  id: string
  /** What it waits for or asks about, and what is the matter with that now. */
  hinders: readonly Line[]
}

/** Why the scene did not run on its last chances, and what keeps it from running now. */
export function Misses({ id, hinders }: Props) {
  const { t } = useText()
  const misses = useRuns(id).data?.misses ?? NONE
  const { shown, more } = useMore(misses)
  if (misses.length + hinders.length === 0) return null
  return (
    <Card title={t('scenes.misses.title')}>
      <ul className={styles.steps}>
        {hinders.map(({ id: line, text, broken }) => (
          <li key={line}>
            <span className={styles.words}>
              <span>{t('scenes.misses.now')}</span>
              <small>{text}</small>
              <span className={styles.why}>{broken && t(brokenKey(broken))}</span>
            </span>
          </li>
        ))}
        {shown.map((miss) => (
          <Miss key={`${miss.at} ${miss.trigger.trigger_id ?? ''}`} miss={miss} />
        ))}
      </ul>
      {more}
    </Card>
  )
}
