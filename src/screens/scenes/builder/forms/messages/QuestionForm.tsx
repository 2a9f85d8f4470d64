import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Recipient, RuleAnswer } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { RadioField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { useEditor } from '../../draft/editor.ts'
import { newId, pauseOf, putQuestion } from '../../draft/rule-edit.ts'
import { vocabulary } from '../../offered/vocabulary.ts'
import { Panel } from '../../Panel.tsx'
import { useMessageTexts } from '../../texts/MessageTexts.tsx'
import { DurationField, durationOf, msOfDuration } from '../DurationField.tsx'
import { EntryForm } from '../EntryForm.tsx'
import styles from '../forms.module.css'
import { type Whom, WhomField, whomOf } from './WhomField.tsx'

/** The same limits as schemas/entities/rule.json has. */
const LABEL_LENGTH = 40
const MOST_ANSWERS = 3
const WHOMS: readonly Whom[] = ['everybody', 'people']
/** Ten minutes: whoever is asked has to look at his phone first. */
const USUAL = 600_000

const freeId = (answers: readonly RuleAnswer[]): string => {
  for (let n = 1; ; n++) if (!answers.some(({ id }) => id === `a${n}`)) return `a${n}`
}

/** Tab 5: people are asked, and the scene goes on with their answer (decision 0248). */
export default function QuestionForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const set = rule.scenes?.find(({ id }) => id === place.editing)
  const known = set?.question
  const texts = useMessageTexts(known)
  const { message } = texts
  const [answers, setAnswers] = useState<readonly RuleAnswer[]>(
    () =>
      known?.answers ?? [
        { id: 'a1', label: '' },
        { id: 'a2', label: '' },
      ],
  )
  const [longest, setLongest] = useState(() =>
    durationOf(set?.delay ?? USUAL, 'custom', vocabulary.questionPresets),
  )
  const [late, setLate] = useState<'goOn' | 'stop'>(known?.late ?? 'goOn')
  const [whom, setWhom] = useState<Whom>(() => whomOf(known?.recipients, 'everybody'))
  const [people, setPeople] = useState<readonly Recipient[]>(
    () => known?.recipients?.filter(({ kind }) => kind !== 'everybody') ?? [],
  )
  const noTitle = message.short_desc === ''
  const words = answers.map(({ label }) => label.trim())
  const faultOf = (place_: number): string | undefined => {
    if (words[place_] === '') return t('sceneForms.question.faults.empty')
    const same = words.findIndex((one) => one.toLocaleLowerCase() === words[place_]?.toLocaleLowerCase())
    return same < place_ ? t('sceneForms.question.faults.twice') : undefined
  }
  const badAnswers = answers.some((_one, n) => faultOf(n) !== undefined)
  const nobody = whom === 'people' && people.length === 0
  const ms = msOfDuration(longest)

  const form = useSubmit(() => {
    if (noTitle || badAnswers || nobody || ms === undefined || ms === 0) return
    const { only_if, otherwise, on_answer, by_chance } = set ?? {}
    change(
      putQuestion(rule, {
        ...pauseOf(set?.id ?? newId(), ms),
        question: {
          ...message,
          short_desc: message.short_desc ?? '',
          answers: answers.map(({ id, label }) => ({ id, label: label.trim() })),
          ...(whom === 'people' && { recipients: [...people] }),
          ...(late === 'stop' && { late }),
        },
        ...(only_if && { only_if }),
        ...(otherwise && { otherwise }),
        ...(on_answer && { on_answer }),
        ...(by_chance && { by_chance }),
      }),
    )
    go({ tab: 'actions' })
  })
  const rename = (id: string, label: string): void =>
    setAnswers(answers.map((one) => (one.id === id ? { ...one, label } : one)))

  if (texts.choosing) return texts.choosing
  return (
    <Panel
      title={t(set ? 'sceneForms.question.edit' : 'sceneForms.question.title')}
      text={t('sceneForms.question.text')}
    >
      <EntryForm form={form} known={set !== undefined}>
        {texts.fields({
          label: t('sceneForms.question.short'),
          into: t('sceneForms.texts.intoQuestion'),
          fault: form.tried ? t('sceneForms.question.faults.short') : undefined,
        })}
        <fieldset className={styles.people}>
          <legend>{t('sceneForms.question.answers')}</legend>
          {answers.map(({ id, label }, n) => (
            <div key={id} className={styles.time}>
              <TextField
                label={t('sceneForms.question.answer', { number: n + 1 })}
                value={label}
                maxLength={LABEL_LENGTH}
                autoComplete="off"
                error={form.tried ? faultOf(n) : undefined}
                onChange={(next) => rename(id, next)}
              />
              {answers.length > 1 && (
                <Button
                  only
                  look="quiet"
                  icon="close"
                  onClick={() => setAnswers(answers.filter((one) => one.id !== id))}
                >
                  {t('builder.remove', { name: label || t('sceneForms.question.answer', { number: n + 1 }) })}
                </Button>
              )}
            </div>
          ))}
          {answers.length < MOST_ANSWERS && (
            <Button
              look="quiet"
              icon="plus"
              onClick={() => setAnswers([...answers, { id: freeId(answers), label: '' }])}
            >
              {t('sceneForms.question.add')}
            </Button>
          )}
        </fieldset>
        <WhomField
          ways={WHOMS}
          whom={whom}
          people={people}
          judged={form.tried}
          onWhom={setWhom}
          onPeople={setPeople}
        />
        <DurationField
          label={t('sceneForms.question.longest')}
          presets={vocabulary.questionPresets}
          duration={longest}
          judged={form.tried}
          onChange={setLongest}
        />
        <RadioField
          label={t('sceneForms.question.late')}
          value={late}
          choices={(['goOn', 'stop'] as const).map((value) => ({
            value,
            label: t(`sceneForms.question.lates.${value}`),
          }))}
          onChange={(next) => setLate(next as 'goOn' | 'stop')}
        />
      </EntryForm>
    </Panel>
  )
}
