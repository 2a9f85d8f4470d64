import { type ButtonHTMLAttributes, type CSSProperties, type Ref, Suspense } from 'react'
import { isPause } from '#gateway/rules/pause.ts'
import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { useOtherRules } from '../use-rules.ts'
import { useEditor } from './draft/editor.ts'
import { isEmptySet } from './draft/rule-edit.ts'
import { useAlarmName } from './forms/messages/use-alarms.ts'
import { useStatusIds } from './forms/use-statuses.ts'
import { askedOf, type StepPart, stepIn } from './only-if/place-asked.ts'
import { Step } from './Step.tsx'
import { brokenMessage, partsOfSet, repeatWords, type Sentence, turnWords, useSpeech } from './sentences.ts'
import styles from './thread.module.css'

/** It comes with the first step that asks about something. */
const Asked = lazy(() => import('./only-if/Asked.tsx'))

/** It comes where people are asked. */
const Branches = lazy(() => import('./then/Branches.tsx'))

/** It comes where something is left to chance. */
const Chance = lazy(() => import('./then/Chance.tsx'))
const OneMore = lazy(() => import('./then/OneMore.tsx'))

/** So many parts of an action set are shown; the rest is a number. */
const SHOWN = 4

/** How a step stands among those of which chance draws one. */
export interface Among {
  last: boolean
  /** There is no other one, or none that begins. */
  alone: boolean
}

/** What moves a step. */
export interface Hold {
  step: Ref<HTMLLIElement>
  handle: ButtonHTMLAttributes<HTMLButtonElement>
  style: CSSProperties
  dragging: boolean
}

/** Its place is kept until it can be moved. */
export const STILL: Hold = { step: null, handle: { disabled: true }, style: {}, dragging: false }

interface Props {
  set: ActionSet
  name: string
  here: boolean
  /** Absent where there is nothing to move it past. */
  hold: Hold | undefined
  /** It comes otherwise, and nothing was asked before it. */
  alone: boolean
  among: Among | undefined
  onOpen(): void
  onRemove(): void
}

/** An action set with all it does, or a pause, at its place in the thread. */
export function SetStep({ set, name, here, hold, alone, among, onOpen, onRemove }: Props) {
  const { t } = useText()
  const { place, rule } = useEditor()
  const rules = useOtherRules({ id: rule.id, scenes: [set] })
  const speech = { ...useSpeech(), rules, statuses: useStatusIds() }
  const alarmName = useAlarmName()
  const pause = isPause(set)
  const parts = pause ? [] : partsOfSet(set, speech, alarmName)
  const asks = stepIn(place.asks)
  const asked = (part: StepPart, also = false) =>
    (also || askedOf(set, part) || (asks?.step === set.id && asks.part === part)) && (
      <Suspense>
        <Asked set={set} part={part} />
      </Suspense>
    )
  const note = noteOf()
  function noteOf(): Pick<Sentence, 'note' | 'broken'> {
    if (among?.alone) return { note: t('builder.chance.alone'), broken: true }
    if (alone) return { note: t('builder.turn.alone'), broken: true }
    if (!pause && isEmptySet(set)) return { note: t('builder.action.empty'), broken: true }
    const told = brokenMessage(set.question ?? {}, speech)
    if (told.broken) return told
    const notes = [
      ...(set.on_answer ? turnWords({ ...set, repeat: undefined } as ActionSet, speech) : []),
      ...(set.repeat ? [repeatWords(set.repeat, speech)] : []),
    ]
    return notes.length > 0 ? { note: notes.join(' · ') } : {}
  }
  const handle = hold && (
    <button type="button" className={styles.handle} {...hold.handle}>
      <Icon name="sort" size="small" />
      <span className="visually-hidden">{t('builder.move.of', { name })}</span>
    </button>
  )
  return (
    <li
      ref={hold?.step}
      data-pause={pause || undefined}
      data-dragging={hold?.dragging || undefined}
      style={hold?.style}
    >
      {asked('if', set.otherwise)}
      {set.by_chance && (
        <Suspense>
          <Chance which={set.by_chance} />
        </Suspense>
      )}
      <Step
        sentence={{
          icon: set.question ? 'message' : pause ? 'clock' : 'scenes',
          text: name,
          ...note,
        }}
        tone={pause ? 'plain' : 'automation'}
        here={here}
        onOpen={onOpen}
        onRemove={onRemove}
        handle={handle}
      >
        {parts.length > 0 && (
          <span className={styles.parts}>
            {parts.slice(0, SHOWN).map(({ icon, name: part, value, broken }) => (
              <span key={`${part} ${value}`} className={styles.part} data-broken={broken || undefined}>
                <Icon name={icon} size="mark" />
                <span>{part}</span> <b>{value}</b>
              </span>
            ))}
            {parts.length > SHOWN && (
              <span className={styles.part}>{t('builder.then.more', { count: parts.length - SHOWN })}</span>
            )}
          </span>
        )}
      </Step>
      {asked('wait')}
      {set.question && (
        <Suspense>
          <Branches set={set} question={set.question} />
        </Suspense>
      )}
      {asked('while')}
      {asked('until')}
      {among?.last && (
        <Suspense>
          <OneMore after={set.id} />
        </Suspense>
      )}
    </li>
  )
}
