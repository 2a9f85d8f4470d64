import { Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { bindAll } from '#lib/bindings.ts'
import type {
  EndStep,
  FormStep,
  PartStep,
  WizardOption,
  WizardScreen,
} from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { sentOf } from '../../actions/sent.ts'
import { type ActionRunner, useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import { FormBlock } from '../../forms/FormBlock.tsx'
import { FormSkeleton } from '../../forms/FormSkeleton.tsx'
import type { Sent } from '../../forms/use-sending.ts'
import type { Row } from '../../ports.ts'
import { Choice } from './Choice.tsx'
import styles from './Screen.module.css'
import { StepList } from './StepList.tsx'
import { listedSteps, stepsOf } from './steps.ts'
import { useDraft } from './use-draft.ts'
import { type Draft, WizardContext } from './wizard.ts'

interface StepProps<S> {
  screen: WizardScreen
  step: S
  draft: Draft
  runner: ActionRunner
}

interface Ways {
  back: (() => void) | undefined
  goOn(form: Row, answer: unknown): void
}

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null

/** Choices, forms and parts one after the other, then what came of them. A step that has called cannot be gone back to. */
export function Screen({ screen, params }: ScreenProps<WizardScreen>) {
  const { say } = useText()
  const { situation } = useEngine()
  const runner = useActions()
  const { draft, change, back: goBack } = useDraft(screen, params, situation)
  const steps = stepsOf(screen, situation, draft.form)
  const step = steps[draft.at]
  const uses = usesOf(screen.pageActions, screen.actions ?? {}, situation)
  const words = `screens.${screen.id}`
  if (!step) throw new Error(`${screen.id} has no step ${draft.at}`)

  const goOn = (form: Row, answer: unknown): void =>
    change({
      at: draft.at + 1,
      form: { ...draft.form, ...form },
      row: isRow(answer) ? { ...draft.row, ...answer } : draft.row,
    })
  /** Another choice makes what was entered after it another matter. */
  const choose = (field: string, { value, sets }: WizardOption): void =>
    change({
      at: draft.at + 1,
      form: draft.form[field] === value ? draft.form : { ...params, ...sets, [field]: value },
      row: draft.row,
    })
  const props = { screen, draft, runner }
  const before = steps[draft.at - 1]
  const canGoBack = before && !('facts' in before) && !('form' in before && before.submit)
  const back = canGoBack ? goBack : undefined
  const body = useRef<HTMLDivElement>(null)
  const focused = useRef(draft.at)

  // Whoever reads by ear hears where the step has led.
  useEffect(() => {
    if (focused.current !== draft.at) body.current?.focus({ preventScroll: true })
    focused.current = draft.at
  }, [draft.at])

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
        <StepList words={words} steps={listedSteps(screen, situation, draft.form, draft.at)} at={step.id} />
        <div ref={body} tabIndex={-1} className={styles.body}>
          <Card title={say(`${words}.steps.${step.id}.title`)}>
            <p className={styles.text}>{say(`${words}.steps.${step.id}.text`, '', draft.form)}</p>
            {'form' in step ? (
              <Entry key={step.form} {...props} step={step} back={back} goOn={goOn} />
            ) : 'choose' in step ? (
              <Choice
                words={`${words}.steps.${step.id}`}
                step={step}
                chosen={draft.form[step.choose]}
                choose={(option) => choose(step.choose, option)}
              />
            ) : 'part' in step ? (
              <Own
                key={step.id}
                {...props}
                step={step}
                back={back}
                goOn={goOn}
                begin={() => change({ ...draft, begun: true }, true)}
                params={params}
              />
            ) : (
              <End {...props} step={step} />
            )}
          </Card>
        </div>
      </div>
      {runner.overlays}
    </>
  )
}

function Entry({ screen, step, draft, runner, back, goOn }: StepProps<FormStep> & Ways) {
  const text = useText()
  const { situation } = useEngine()
  const { session, gateway } = situation
  // Back, forth and past it stand in one row.
  const [submitAt, setSubmitAt] = useState<HTMLElement | null>(null)
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
        submitAt={submitAt}
        onSubmit={send}
      />
      <div className={styles.ways}>
        {back && <Button onClick={back}>{text.t('engine.wizard.back')}</Button>}
        <span className={styles.submit} ref={setSubmitAt} />
        {step.skip && (
          <Button look="quiet" onClick={() => goOn({}, undefined)}>
            {text.t('engine.wizard.skip')}
          </Button>
        )}
      </div>
    </>
  )
}

/** A step that is a component of its own; what it calls stands in the definition. */
function Own({
  screen,
  step,
  draft,
  runner,
  back,
  goOn,
  begin,
  params,
}: StepProps<PartStep> & Ways & { begin(): void; params: Readonly<Record<string, string>> }) {
  const { blocks, situation } = useEngine()
  const Part = blocks[step.part]
  if (!Part) throw new Error(`src/screens has no block ${step.part}`)
  const wizard = {
    screen,
    step,
    form: draft.form,
    goOn: (form: Row) => goOn(form, undefined),
    back,
    begun: draft.begun === true,
    begin,
    call: async (name: string) => {
      const found = step.calls?.[name]?.find(({ when }) => holds(when, situation, { row: draft.form }))
      return (
        found &&
        (await runner.run(`${screen.id}.${step.id}`, found.does, { form: draft.form, row: draft.row }))
      )
    },
  }
  return (
    <WizardContext value={wizard}>
      <Suspense fallback={<FormSkeleton />}>
        <Part params={params} />
      </Suspense>
    </WizardContext>
  )
}

function End({ screen, step, draft, runner }: StepProps<EndStep>) {
  const { situation } = useEngine()
  const row = { ...draft.form, ...draft.row }
  const uses = usesOf(step.use, screen.actions ?? {}, situation, { row })
  return (
    <>
      <Facts facts={step.facts} words={screen.id} row={row} />
      {uses.length > 0 && (
        <div className={styles.ways}>
          <ActionButtons actions={uses} runner={runner} bound={{ row }} />
        </div>
      )}
    </>
  )
}
