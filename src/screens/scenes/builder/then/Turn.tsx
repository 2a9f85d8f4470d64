import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { ActionSet, Repetition } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { useEditor } from '../draft/editor.ts'
import { putSet } from '../draft/rule-edit.ts'
import { DurationField, durationOf, msOfDuration } from '../forms/DurationField.tsx'
import forms from '../forms/forms.module.css'
import { vocabulary } from '../offered/vocabulary.ts'
import { REPEATED } from '../only-if/edit.ts'
import { askedIn } from '../only-if/place-asked.ts'

type When = 'always' | 'if' | 'otherwiseIf' | 'otherwise' | 'one' | 'or'
type Often = 'once' | 'times' | 'while' | 'until'

/** The same limits as schemas/entities/rule.json has. */
const TIMES = { min: 2, max: 100 }
const LEAST_PAUSE = 1000

/** Before what names an answer, or that there was none. */
const ON = 'on '

const whenOf = ({ only_if, otherwise, on_answer, by_chance }: ActionSet): string => {
  if (by_chance) return by_chance
  if (on_answer) return `${ON}${on_answer.set_id} ${on_answer.answer ?? ''}`
  if (otherwise) return only_if ? 'otherwiseIf' : 'otherwise'
  return only_if ? 'if' : 'always'
}

function oftenOf({ repeat }: ActionSet): Often {
  if (!repeat) return 'once'
  return repeat.while ? 'while' : repeat.until ? 'until' : 'times'
}

/** When a step is done, and how often (decision 0205). What it asks about is chosen next, in the thread. */
export default function Turn({ set }: { set: ActionSet }) {
  const { t } = useText()
  const { rule, change, go } = useEditor()
  const scenes = rule.scenes ?? []
  const before = scenes[scenes.findIndex(({ id }) => id === set.id) - 1]
  const put = (next: ActionSet, as?: string): void => change(putSet(rule, next), as)

  function chooseWhen(when: When): void {
    const { only_if, otherwise: _before, on_answer: _answer, by_chance: _drawn, ...plain } = set
    const asks = when === 'if' || when === 'otherwiseIf'
    put({
      ...plain,
      ...(asks && only_if && { only_if }),
      ...((when === 'otherwise' || when === 'otherwiseIf') && { otherwise: true }),
      ...((when === 'one' || when === 'or') && { by_chance: when }),
    })
    if (asks && !only_if) go({ tab: 'choose', asks: askedIn('if', set.id) })
  }
  /** Of each question before it, its answers. */
  const answers = scenes
    .slice(
      0,
      scenes.findIndex(({ id }) => id === set.id),
    )
    .flatMap(({ id, question }) =>
      question
        ? [
            ...question.answers.map(({ id: answer, label }) => ({
              on: { set_id: id, answer, label },
              label: t('builder.question.on', { answer: label }),
            })),
            ...(question.late === 'stop' ? [] : [{ on: { set_id: id }, label: t('builder.question.none') }]),
          ]
        : [],
    )
    .map((one) => ({ ...one, value: whenOf({ ...set, on_answer: one.on }) }))
  function chooseOn(value: string): void {
    const { only_if: _if, otherwise: _before, by_chance: _drawn, ...plain } = set
    const found = answers.find((one) => one.value === value)
    if (found) put({ ...plain, on_answer: found.on })
  }
  function chooseOften(often: Often): void {
    const { repeat, ...plain } = set
    if (often === 'once') return put(plain)
    const { times, pause, while: one, until } = repeat ?? REPEATED
    const asked = one ?? until
    const asks = often === 'while' || often === 'until'
    put({ ...plain, repeat: { times, pause, ...(asks && asked && { [often]: asked }) } })
    if (asks && !asked) go({ tab: 'choose', asks: askedIn(often, set.id) })
  }
  // Otherwise than what? A step before it must have asked, or be left to chance.
  const whens: readonly When[] = [
    'always',
    'if',
    ...(before?.only_if || set.otherwise ? (['otherwiseIf', 'otherwise'] as const) : []),
    'one',
    ...(before?.by_chance || set.by_chance === 'or' ? (['or'] as const) : []),
  ]
  return (
    <fieldset className={`${forms.stack} ${forms.part}`} aria-label={t('sceneForms.turn.title')}>
      <SelectField
        label={t('sceneForms.turn.when')}
        value={whenOf(set)}
        choices={[
          ...whens.map((value) => ({ value, label: t(`sceneForms.turn.whens.${value}`) })),
          ...answers.map(({ value, label }) => ({ value, label })),
        ]}
        onChange={(value) => (value.startsWith(ON) ? chooseOn(value) : chooseWhen(value as When))}
      />
      <SelectField
        label={t('sceneForms.turn.often')}
        value={oftenOf(set)}
        choices={(['once', 'times', 'while', 'until'] as const).map((value) => ({
          value,
          label: t(`sceneForms.turn.oftens.${value}`),
        }))}
        onChange={(value) => chooseOften(value as Often)}
      />
      {set.repeat && (
        <Repeated
          key={set.id}
          repeat={set.repeat}
          onChange={(repeat) => put({ ...set, repeat }, `repeat ${set.id}`)}
        />
      )}
    </fieldset>
  )
}

/** A number or a time that is none, or too much, is not taken over. */
function Repeated({ repeat, onChange }: { repeat: Repetition; onChange(repeat: Repetition): void }) {
  const { t } = useText()
  const [times, setTimes] = useState<number | undefined>(repeat.times)
  const [pause, setPause] = useState(() => durationOf(repeat.pause, 'custom', vocabulary.repeatPresets))
  const isFine = (count: number | undefined): count is number =>
    count !== undefined && Number.isInteger(count) && count >= TIMES.min && count <= TIMES.max
  return (
    <>
      <NumberField
        label={t(repeat.while || repeat.until ? 'sceneForms.turn.timesAtMost' : 'sceneForms.turn.times')}
        value={isFine(times) ? repeat.times : times}
        {...TIMES}
        error={isFine(times) ? undefined : t('sceneForms.turn.badTimes', TIMES)}
        onChange={(next) => {
          setTimes(next)
          if (isFine(next)) onChange({ ...repeat, times: next })
        }}
      />
      <DurationField
        label={t('sceneForms.turn.pause')}
        presets={vocabulary.repeatPresets}
        duration={pause}
        judged
        onChange={(next) => {
          setPause(next)
          const ms = msOfDuration(next)
          if (ms !== undefined && ms >= LEAST_PAUSE) onChange({ ...repeat, pause: ms })
        }}
      />
    </>
  )
}
