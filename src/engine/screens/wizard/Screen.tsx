import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type { EndStep, FormStep, WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { type ActionRunner, useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import type { Row } from '../../doors.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { sentOf } from '../../forms/sent.ts'
import type { Sent } from '../../forms/use-sending.ts'
import styles from './Screen.module.css'
import { StepList } from './StepList.tsx'

/** What the steps have led to so far. */
interface Draft {
  at: number
  /** All that was entered. */
  form: Row
  /** What the calls have answered. */
  row: Row
}

interface StepProps<S> {
  screen: WizardScreen
  step: S
  draft: Draft
  runner: ActionRunner
}

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null

/** Forms one after the other, then what came of them. A step that has called cannot be gone back to. */
export function Screen({ screen, params }: ScreenProps<WizardScreen>) {
  const { say } = useText()
  const { situation } = useEngine()
  const runner = useActions()
  const [draft, setDraft] = useState<Draft>({ at: 0, form: {}, row: {} })
  const steps = screen.steps.filter(({ when }) => holds(when, situation))
  const step = steps[draft.at]
  const uses = usesOf(screen.pageActions, screen.actions ?? {}, situation)
  const words = `screens.${screen.id}`
  if (!step) throw new Error(`${screen.id} has no step ${draft.at}`)

  const goOn = (form: Row, answer: unknown): void =>
    setDraft((before) => ({
      at: before.at + 1,
      form: { ...before.form, ...form },
      row: isRow(answer) ? { ...before.row, ...answer } : before.row,
    }))
  const props = { screen, draft, runner }
  const before = steps[draft.at - 1]
  const back =
    before && 'form' in before && !before.submit
      ? () => setDraft((now) => ({ ...now, at: now.at - 1 }))
      : undefined

  return (
    <>
      <PageHeader
        title={say(`${words}.title`)}
        actions={
          uses.length > 0 && draft.at === 0 ? (
            <ActionButtons actions={uses} runner={runner} bound={{ route: params }} />
          ) : undefined
        }
      />
      <div className={styles.wizard}>
        <StepList words={words} steps={steps} at={draft.at} />
        <Card title={say(`${words}.steps.${step.id}.title`)}>
          <p className={styles.text}>{say(`${words}.steps.${step.id}.text`)}</p>
          {'form' in step ? (
            <Entry key={step.id} {...props} step={step} back={back} goOn={goOn} />
          ) : (
            <End {...props} step={step} />
          )}
        </Card>
      </div>
      {runner.overlays}
    </>
  )
}

function Entry({
  screen,
  step,
  draft,
  runner,
  back,
  goOn,
}: StepProps<FormStep> & { back: (() => void) | undefined; goOn(form: Row, answer: unknown): void }) {
  const text = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  const words = `screens.${screen.id}.steps.${step.id}`

  async function send(form: Row): Promise<Sent> {
    if (!step.submit) {
      goOn(form, undefined)
      return {}
    }
    const bound = { row: draft.row, form: { ...draft.form, ...form } }
    const done = await runner.run(`${screen.id}.${step.id}`, step.submit, bound)
    if (done?.result.ok) goOn(form, done.result.data)
    return sentOf(done, text)
  }

  return (
    <>
      <FormBlock
        name={step.form}
        submit={text.say(`${words}.submit`)}
        values={{ ...bindAll(step.values, { session, gateway, row: draft.row }), ...draft.form }}
        rich
        action={step.submit}
        onSubmit={send}
      />
      {(back || step.skip) && (
        <div className={styles.ways}>
          {back && <Button onClick={back}>{text.t('engine.wizard.back')}</Button>}
          {step.skip && (
            <Button look="quiet" onClick={() => goOn({}, undefined)}>
              {text.t('engine.wizard.skip')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function End({ screen, step, draft, runner }: StepProps<EndStep>) {
  const { situation } = useEngine()
  const uses = usesOf(step.use, screen.actions ?? {}, situation, { row: draft.row })
  return (
    <>
      <Facts facts={step.facts} words={screen.id} row={draft.row} />
      {uses.length > 0 && (
        <div className={styles.ways}>
          <ActionButtons actions={uses} runner={runner} bound={{ row: draft.row }} />
        </div>
      )}
    </>
  )
}
