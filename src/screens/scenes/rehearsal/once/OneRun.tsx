import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { standingSentence } from '#engine/property/state/availability.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { plainConditions } from '#gateway/lib/scenes/conditions.ts'
import type { Whereabouts } from '#gateway/rules/moments/sun-moments.ts'
import { WatchedConditions } from '#gateway/rules/only-if/watched-conditions.ts'
import type { Scalar, World } from '#gateway/rules/world.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Rule, RuleAnswer } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { useAlarmName } from '../../builder/forms/messages/use-alarms.ts'
import { durationWords, type Speech, textWords, useSpeech } from '../../builder/sentences.ts'
import { useRuns, useStatuses } from '../../use-rules.ts'
import { valueId, valuesNow } from '../recorded.ts'
import { axisOf } from './axis.ts'
import type { Hint } from './blocks.ts'
import { Lanes } from './Lanes.tsx'
import { Moments } from './Moments.tsx'
import styles from './once.module.css'
import { Player } from './Player.tsx'
import { type Story, storyOf } from './story.ts'
import { valuesSet } from './values-set.ts'

/** Values that are asked for to play a run through become old. */
const FRESH = 30_000

/** How the things are that a scene sets, now; asked anew when the scene has really run. */
function useValuesNow(rule: Rule, last: RuleRun | undefined) {
  const { source, home } = usePorts()
  const values = valuesSet(rule, home)
  return useQuery({
    queryKey: rowsKey('get_device_property', { values, after: [last?.run_id, last?.outcome] }),
    placeholderData: (before: ReadonlyMap<string, Scalar> | undefined) => before,
    staleTime: FRESH,
    queryFn: ({ signal }) => valuesNow(source, values, signal),
  })
}

/** One run of the scene as it would be now: what happens when to what, and what speaks against it. Nothing is sent. */
export default function OneRun({ rule }: { rule: Rule }) {
  const byTime = plainConditions({ scenes: rule.scenes }).some(
    ({ kind }) => kind === 'time' || kind === 'date',
  )
  return byTime ? <InTime rule={rule} /> : <Once rule={rule} where={{ zone: 'UTC', place: undefined }} />
}

/** Its steps ask for the time: of the home, whose place the gateway knows. */
function InTime({ rule }: { rule: Rule }) {
  return <Once rule={rule} where={useWhereabouts()} />
}

function Once({ rule, where }: { rule: Rule; where: Whereabouts }) {
  const text = useText()
  const speech = useSpeech()
  const alarmName = useAlarmName()
  const { data: told } = useRuns(rule.id)
  const { data: now } = useValuesNow(rule, told?.runs[0])
  const { data: statuses } = useStatuses()
  const begins = useNow()
  const [supposed, setSupposed] = useState<ReadonlyMap<string, string | null>>(new Map())
  const asking = (rule.scenes ?? []).flatMap(({ id, question }) =>
    question
      ? [{ set: id, text: textWords(question.short_desc, question, speech), answers: question.answers }]
      : [],
  )
  // Names and states of devices are part of the story.
  useDevices()
  const story = storyOf(rule, {
    speech,
    alarmName,
    now,
    statuses: new Map(statuses?.map(({ resource_id, state }) => [resource_id, state])),
    asks:
      now &&
      ((values, states) => (condition, after) => {
        const at = begins + after
        const world: World = {
          value: (...of) => values.get(valueId(...of)),
          status: (id) => states.get(id),
        }
        return new WatchedConditions(condition, { ...where, world, at, passed: at, resumes: false }).holds(at)
      }),
    supposes: (id) =>
      supposed.has(id) ? supposed.get(id) : asking.find(({ set }) => set === id)?.answers[0]?.id,
    runs: told?.runs ?? [],
    reached: (head) => standingSentence(head, text, () => '') === '',
  })
  return (
    <div className={styles.once}>
      {asking.map((question) => (
        <Supposed
          key={question.set}
          question={question}
          value={supposed.has(question.set) ? (supposed.get(question.set) ?? null) : undefined}
          onSuppose={(answer) => setSupposed(new Map(supposed).set(question.set, answer))}
        />
      ))}
      <Stage story={story} />
      <Hints hints={story.hints} speech={speech} />
    </div>
  )
}

interface Asking {
  /** Of the set that asks. */
  set: string
  text: string
  answers: readonly RuleAnswer[]
}

const NONE = 'none'

/** Which answer is played through (decision 0248). */
function Supposed({
  question: { text, answers },
  value,
  onSuppose,
}: {
  question: Asking
  /** `null`: nobody answers. */
  value: string | null | undefined
  onSuppose(answer: string | null): void
}) {
  const { t } = useText()
  return (
    <SelectField
      label={t('rehearsal.once.supposed', { question: text })}
      size="dense"
      value={value === null ? NONE : `= ${value ?? answers[0]?.id ?? ''}`}
      choices={[
        ...answers.map(({ id, label }) => ({ value: `= ${id}`, label })),
        { value: NONE, label: t('rehearsal.once.supposedNone') },
      ]}
      onChange={(next) => onSuppose(next === NONE ? null : next.slice(2))}
    />
  )
}

/** What moves while it is played through; the story itself stands. */
function Stage({ story }: { story: Story }) {
  const phone = usePhone()
  const [place, setPlace] = useState(0)
  const axis = axisOf(story.lanes.flatMap(({ blocks }) => blocks))
  const at = axis.moment(place)
  const over = place >= 1
  return (
    <>
      <Player axis={axis} place={place} onPlace={setPlace} />
      {phone ? (
        <Moments story={story} at={at} over={over} />
      ) : (
        <Lanes story={story} axis={axis} place={place} at={at} over={over} onPlace={setPlace} />
      )}
    </>
  )
}

/** What is no fault. */
const QUIET: Partial<Record<Hint['kind'], IconName>> = { slow: 'clock', skipped: 'next', drawn: 'info' }

/** What speaks against it, and what takes its time. */
function Hints({ hints, speech }: { hints: Story['hints']; speech: Speech }) {
  const text = useText()
  const { t } = text
  const moment = useHomeMoment()
  const now = useNow()
  const said = (hint: Hint): string => {
    switch (hint.kind) {
      case 'away':
        return t('rehearsal.once.hint.away', {
          name: hint.name,
          why: standingSentence(hint.head, text, (since) => moment(since, now)),
        })
      case 'failed':
        return t('rehearsal.once.hint.failed', { name: hint.name, count: hint.count })
      case 'drawn':
        return t('rehearsal.once.hint.drawn', {
          names: hint.names.map((name) => t('rehearsal.once.hint.oneOf', { name })).join(', '),
        })
      case 'slow':
        return t('rehearsal.once.hint.slow', { name: hint.name, time: durationWords(hint.ms, speech) })
      default:
        return t(`rehearsal.once.hint.${hint.kind}`, { name: hint.name })
    }
  }
  if (hints.length === 0) return null
  return (
    <ul className={styles.hints} aria-label={t('rehearsal.once.hints', { count: hints.length })}>
      {hints.map((hint) => (
        <li key={hint.id} data-quiet={QUIET[hint.kind] && true}>
          <Icon name={QUIET[hint.kind] ?? 'diverged'} size="small" />
          <span>{said(hint)}</span>
        </li>
      ))}
    </ul>
  )
}
