import { useMore } from '#engine/objects/use-more.tsx'
import type { PlannedStep } from '#gateway/rules/plan.ts'
import type { sideBySide } from '#gateway/rules/rehearse.ts'
import { wordsOfStep } from '#gateway/rules/words/runs.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Fold } from '#ui/page/Fold.tsx'
import { Tag } from '#ui/Tag.tsx'
import { toldWords } from '../page/told-words.ts'
import { triggerWords } from '../trigger-words.ts'
import { capital, type Telling, useTelling } from '../use-telling.ts'
import styles from './rehearsal.module.css'

type Pair = ReturnType<typeof sideBySide>[number]

const kindOf = ({ edited, saved }: Pair): 'both' | 'added' | 'dropped' =>
  edited && saved ? 'both' : edited ? 'added' : 'dropped'
const TONES = { both: 'plain', added: 'ok', dropped: 'warn' } as const

function Run({ pair, compared, to, zone }: { pair: Pair; compared: boolean; to: number; zone: string }) {
  const { t } = useText()
  const words = useWords()
  const telling = useTelling()
  const run = pair.edited ?? pair.saved
  if (!run) return null
  const kind = kindOf(pair)
  return (
    <li>
      <Fold
        title={words.moment(pair.at, to, zone)}
        note={triggerWords(run.trigger, telling)}
        aside={compared && <Tag tone={TONES[kind]}>{t(`rehearsal.kind.${kind}`)}</Tag>}
      >
        <ol className={styles.steps}>
          {run.steps.map((step, at) => (
            <li key={`${step.at} ${at.toString()}`}>
              {step.perhaps
                ? t('rehearsal.once.perhaps', { name: said(step, telling) })
                : capital(said(step, telling))}
              {step.met !== undefined && ` (${t(step.met ? 'rehearsal.held' : 'rehearsal.heldNot')})`}
              {step.by_chance === 'one' && ` (${t('rehearsal.drawn')})`}
              {step.told && step.told.length > 0 && ` (${toldWords(step.told, telling)})`}
              {step.kind === 'repeat' && ` (${t('rehearsal.rounds', { count: step.count })})`}
            </li>
          ))}
        </ol>
      </Fold>
    </li>
  )
}

const said = (step: PlannedStep, { tell, naming }: Telling): string =>
  tell(wordsOfStep({ ...step, outcome: 'skipped' }, naming))

/** Every run there would have been, the last first: when, why, and what it would have done. */
export function RehearsedRuns({
  pairs,
  compared,
  to,
  zone,
}: {
  pairs: readonly Pair[]
  compared: boolean
  to: number
  /** Whose clocks tell when. */
  zone: string
}) {
  const { t } = useText()
  const { shown, more } = useMore(pairs.toReversed())
  return (
    <>
      <ul className={styles.runs} aria-label={t('rehearsal.runs')}>
        {shown.map((pair) => (
          <Run key={pair.at} pair={pair} compared={compared} to={to} zone={zone} />
        ))}
      </ul>
      {more}
    </>
  )
}
