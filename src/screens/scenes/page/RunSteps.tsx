import { usePorts } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import type { Home } from '#engine/ports.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import type { PlannedStep } from '#gateway/rules/plan.ts'
import { wordsOfReason, wordsOfStep } from '#gateway/rules/words/runs.ts'
import { type Text, useText } from '#i18n/useText.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import type { Tone } from '#ui/Tag.tsx'
import { saidValue } from '../said-value.ts'
import styles from '../scene.module.css'
import { capital, type Telling, useTelling } from '../use-telling.ts'
import { arrivesAt, goesOnAt } from './to-come.ts'
import { toldWords } from './told-words.ts'

/** The receipt of a step, in the ticks that orders have everywhere. */
const RECEIPTS: Readonly<Record<RunStep['outcome'], { icon: IconName; tone: Tone }>> = {
  running: { icon: 'clock', tone: 'info' },
  accepted: { icon: 'check', tone: 'plain' },
  confirmed: { icon: 'check-double', tone: 'ok' },
  diverged: { icon: 'diverged', tone: 'warn' },
  failed: { icon: 'alert', tone: 'danger' },
  skipped: { icon: 'next', tone: 'plain' },
}

/**
 * Why a step did not do what it should. Drivers say a code before their sentence, the gateway the number of its refusal:
 * what we know of either is said in the language of the person.
 */
function reasonOf(step: RunStep, home: Home, telling: Telling): string {
  const { device_id: device, service_name: service, property_name: property, reported, message, code } = step
  const { t, say } = telling.text
  if (reported !== undefined && device && service && property)
    return t('sceneRuns.runs.reported', {
      value: saidValue(reported, { device, service, property }, home, telling),
    })
  if (message === undefined) return ''
  const named = message.split(':')[0] ?? ''
  return (
    say(`sceneRuns.runs.reasons.${named}`) ||
    say(`orders.${named}`, '', { status: code }) ||
    (/^[A-Z_]+:/.test(message) ? message : say(`orders.${code}`, message))
  )
}

/** Whether what a pause waited for has come, and what followed where it has not. */
function cameOf({ met, outcome }: RunStep) {
  if (met === undefined) return undefined
  if (met) return 'sceneRuns.runs.came'
  return outcome === 'failed' ? 'sceneRuns.runs.notCameAndEnded' : 'sceneRuns.runs.notCame'
}

/** What was answered, and by whom; nothing where nobody was asked. */
function answerOf(
  { question, answer, answered_by: by = '', met, outcome }: RunStep,
  { text, me, people }: Telling,
) {
  const { t } = text
  if (!question) return undefined
  if (answer !== undefined) {
    const said = question.answers.find(({ id }) => id === answer)?.label ?? answer
    if (by === me) return t('sceneRuns.runs.answeredByMe', { answer: said })
    return t('sceneRuns.runs.answered', {
      answer: said,
      user: people.get(by) ?? t('sceneRuns.runs.somebody'),
    })
  }
  if (met !== false) return undefined
  return t(
    outcome === 'failed' && question.late ? 'sceneRuns.runs.unansweredAndEnded' : 'sceneRuns.runs.unanswered',
  )
}

/** What came of a condition, and how often something was done. */
function turnOf(
  { kind, met, outcome, by_chance, repeat, call, count = 0, faulty }: RunStep,
  t: Text['t'],
): string | undefined {
  if (kind === 'repeat') {
    const times =
      outcome === 'running'
        ? t('sceneRuns.runs.round', { count, times: repeat?.times ?? count })
        : t('sceneRuns.runs.rounds', { count })
    return faulty === undefined ? times : `${times}, ${t('sceneRuns.runs.faulty', { count: faulty })}`
  }
  if (call)
    return t(
      `sceneRuns.runs.called.${outcome === 'accepted' || outcome === 'confirmed' ? outcome : 'failed'}`,
    )
  if (kind !== 'condition') return undefined
  if (by_chance) return t(met ? 'sceneRuns.runs.drawn' : 'sceneRuns.runs.notDrawn')
  if (met === undefined)
    return t(outcome === 'skipped' ? 'sceneRuns.runs.notAsked' : 'sceneRuns.runs.asked.turn')
  return t(met ? 'sceneRuns.runs.asked.held' : 'sceneRuns.runs.asked.heldNot')
}

function Step({ step }: { step: RunStep }) {
  const telling = useTelling()
  const moment = useHomeMoment()
  const now = useNow()
  const { t } = useText()
  const { home } = usePorts()
  const { tell, naming } = telling
  const why = step.why?.map((one) => tell(wordsOfReason(one, naming))).join(', ')
  const reason = reasonOf(step, home, telling) || why
  const told = step.told && step.told.length > 0 ? toldWords(step.told, telling) : undefined
  const on = goesOnAt(step)
  const { icon, tone } = RECEIPTS[step.outcome]
  /** How far a value has been brought along. */
  function along(): string | undefined {
    const { value, outcome, device_id: device = '', service_name: service = '', property_name = '' } = step
    const arrives = arrivesAt(step)
    if (arrives !== undefined && step.computed?.kind === 'replay') {
      const { count = 0 } = step
      if (outcome === 'running') return t('sceneRuns.runs.replays', { count, when: moment(arrives, now) })
      return count > 0 ? t('sceneRuns.runs.replayed', { count }) : undefined
    }
    if (arrives === undefined || value === undefined) return undefined
    const said = saidValue(value, { device, service, property: property_name }, home, telling)
    if (outcome === 'running') return t('sceneRuns.runs.along', { value: said, when: moment(arrives, now) })
    return outcome === 'skipped' ? t('sceneRuns.runs.cameTo', { value: said }) : undefined
  }
  return (
    <li data-tone={tone}>
      <Icon name={icon} size="small" />
      <span className={styles.words}>
        <span>{capital(tell(wordsOfStep(step, naming)))}</span>
        <small>
          {on === undefined
            ? (along() ??
              answerOf(step, telling) ??
              turnOf(step, t) ??
              t(cameOf(step) ?? `sceneRuns.outcome.${step.outcome}`))
            : t(
                step.question
                  ? 'sceneRuns.runs.asks'
                  : step.until
                    ? 'sceneRuns.runs.goesOnAtLatest'
                    : 'sceneRuns.runs.goesOn',
                { when: moment(on, now) },
              )}
          {reason && `: ${reason}`}
          {told && ` · ${told}`}
        </small>
      </span>
    </li>
  )
}

/** Outcomes from the one that matters most. */
const GRAVEST: readonly RunStep['outcome'][] = [
  'failed',
  'diverged',
  'running',
  'accepted',
  'skipped',
  'confirmed',
]

/** All devices of a kind as one step; what became of each stands behind it. */
function Target({ step, found }: { step: RunStep; found: readonly RunStep[] }) {
  const { t } = useText()
  const { tell, naming } = useTelling()
  const counts = GRAVEST.flatMap((outcome) => {
    const count = found.filter((one) => one.outcome === outcome).length
    return count > 0 ? [{ outcome, count }] : []
  })
  const { icon, tone } = RECEIPTS[counts[0]?.outcome ?? step.outcome]
  return (
    <li data-tone={tone}>
      <Icon name={icon} size="small" />
      <details className={styles.words}>
        <summary>
          <span>{capital(tell(wordsOfStep(step, naming)))}</span>
          <small>
            {counts
              .map(({ outcome, count }) =>
                t('sceneRuns.runs.ofThem', { count, outcome: t(`sceneRuns.outcome.${outcome}`) }),
              )
              .join(', ')}
          </small>
        </summary>
        <ol className={styles.steps}>
          {found.map((one) => (
            <Step key={`${one.device_id} ${one.service_name} ${one.property_name}`} step={one} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** What a run under way has still to do. */
function Coming({ step }: { step: PlannedStep }) {
  const { t } = useText()
  const { tell, naming } = useTelling()
  return (
    <li data-tone="plain">
      <Icon name="clock" size="small" />
      <span className={styles.words}>
        <span>{capital(tell(wordsOfStep({ ...step, outcome: 'skipped' }, naming)))}</span>
        <small>{t(step.perhaps ? 'sceneRuns.runs.mayCome' : 'sceneRuns.runs.toCome')}</small>
      </span>
    </li>
  )
}

/** What was done, each step with what became of it, and what is still to come. */
export function RunSteps({ steps, coming }: { steps: readonly RunStep[]; coming: readonly PlannedStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => {
        const key = `${step.at} ${at.toString()}`
        if (step.of !== undefined) return null
        const found = step.kind === 'target' ? steps.filter(({ of }) => of === at) : []
        return found.length > 0 ? (
          <Target key={key} step={step} found={found} />
        ) : (
          <Step key={key} step={step} />
        )
      })}
      {coming.map((step, at) => (
        <Coming key={`to come ${at.toString()}`} step={step} />
      ))}
    </ol>
  )
}
