import { Suspense } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { moodOf } from '#gateway/rules/words/triggers.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useEditor } from './draft/editor.ts'
import { isByHand } from './draft/rule-edit.ts'
import { useAlarmName } from './forms/messages/use-alarms.ts'
import styles from './Preview.module.css'
import {
  callSentence,
  deviceSentence,
  partsOfSet,
  runSentence,
  silenceSentence,
  statusSentence,
  sunSentence,
  timeSentence,
  turnWords,
  useSpeech,
  wholePause,
} from './sentences.ts'

/** What is built is held against the other scenes as soon as it does anything. */
const Concerns = lazyPart(() => import('../concerns/OfDraft.tsx'), ['concerns'])
const OnlyIfWords = lazy(() => import('./only-if/OnlyIfWords.tsx'))

/** The whole scene in plain words, as one would tell it somebody, and what it gets in the way of. */
export function Preview() {
  const { rule, base, existing } = useEditor()
  const byHand = isByHand(rule, existing ? base : undefined)
  const speech = useSpeech()
  useDevices()
  const alarmName = useAlarmName()
  const { text } = speech
  const { t } = text
  const { time_triggers = [], sun_triggers = [], call_triggers = [], event_triggers = [] } = rule
  const { statuses = [], silence_triggers = [], run_triggers = [], scenes = [], rule_logic } = rule
  const triggers = [
    ...time_triggers.map((one) => ({ key: one.id, ...timeSentence(one, speech) })),
    ...sun_triggers.map((one) => ({ key: one.id, ...sunSentence(one, speech) })),
    ...call_triggers.map((one) => ({ key: one.id, ...callSentence(one, speech) })),
    ...run_triggers.map((one) => ({ key: one.id, ...runSentence(one, speech) })),
    ...silence_triggers.map((one) => ({ key: one.id, ...silenceSentence(one, speech) })),
    ...statuses.map((one) => ({ key: one.resource_id ?? one.name, ...statusSentence(one, speech) })),
    ...event_triggers.map((one) => ({ key: one.id, ...deviceSentence(one, moodOf(rule), speech) })),
  ]
  const joint = t(rule_logic === 'AND' ? 'builder.preview.and' : 'builder.preview.or')
  return (
    <div className={styles.words}>
      <h3>{t('builder.when.title')}</h3>
      {countTriggers(rule) === 0 ? (
        <p className={byHand ? undefined : styles.open}>
          {t(byHand ? 'builder.preview.byHand' : 'builder.preview.noTrigger')}
        </p>
      ) : (
        <ul>
          {triggers.map(({ key, text: begins, clause, note }, index) => (
            <li key={key}>
              {index > 0 ? (
                <>
                  <em>{joint}</em> {clause}
                </>
              ) : (
                begins
              )}
              {note && <span>, {note}</span>}
            </li>
          ))}
        </ul>
      )}
      {rule.only_if && (
        <Suspense>
          <OnlyIfWords of={rule.only_if} />
        </Suspense>
      )}
      <h3>{t('builder.then.title')}</h3>
      {scenes.length === 0 ? (
        <p className={styles.open}>{t('builder.preview.noAction')}</p>
      ) : (
        <ol>
          {scenes.flatMap((set) =>
            [
              ...turnWords(set, speech).map((line) => <em key={`turn ${line}`}>{line}</em>),
              ...(isPause(set)
                ? [wholePause(set, speech)]
                : partsOfSet(set, speech, alarmName).map(({ text: part }) => part)),
            ].map((line) => <li key={`${set.id} ${typeof line === 'string' ? line : line.key}`}>{line}</li>),
          )}
        </ol>
      )}
      {rule.run_mode && <p>{t(`scenes.again.${rule.run_mode}`)}</p>}
      {scenes.length > 0 && (
        <Suspense fallback={<Skeleton height="var(--space-5)" />}>
          <Concerns rule={rule} active={!existing || rule.active} />
        </Suspense>
      )}
    </div>
  )
}
