import { Suspense, useMemo } from 'react'
import type { ActionRunner } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { isForbidden } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { useMore } from '#engine/objects/use-more.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { RuleRun, RunOutcome } from '#schemas/generated/entities/rule-run.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Fold } from '#ui/page/Fold.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import styles from '../scene.module.css'
import { triggerWords } from '../trigger-words.ts'
import { useRuns } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import { RunSteps } from './RunSteps.tsx'
import { goesOn, toCome } from './to-come.ts'

const OUTCOME_TONES: Readonly<Record<RunOutcome, Tone>> = {
  running: 'info',
  done: 'ok',
  partly: 'warn',
  failed: 'danger',
  stopped: 'plain',
  throttled: 'warn',
}

function StoppedBy({ user }: { user: string }) {
  const { t } = useText()
  const { me, people } = useTelling()
  return (
    <p className={styles.quiet}>
      {user === me
        ? t('sceneRuns.runs.stoppedByMe')
        : t('sceneRuns.runs.stoppedBy', { user: people.get(user) ?? user })}
    </p>
  )
}

interface Story {
  rule: Rule
  runner: ActionRunner
}

function Run({ run, open, rule, runner }: Story & { run: RuleRun; open: boolean }) {
  const { t, say } = useText()
  const engine = useEngine()
  const moment = useHomeMoment()
  const now = useNow()
  const telling = useTelling()
  const coming = toCome(rule, run)
  // Told apart by what they are of: each run has its own button.
  const bound = useMemo(
    () => ({ row: { id: run.rule_id }, form: { run_id: run.run_id } }),
    [run.rule_id, run.run_id],
  )
  const [stop] = usesOf(
    ['stopRun'],
    engine.definitions.resource('rule')?.actions ?? {},
    engine.situation,
    bound,
  )
  return (
    <Fold
      title={moment(run.at, now)}
      note={triggerWords(run.trigger, telling)}
      aside={<Tag tone={OUTCOME_TONES[run.outcome]}>{say(`status.last_run.outcome.${run.outcome}`)}</Tag>}
      open={open}
    >
      {run.caused_by_run !== undefined && run.trigger.type !== 'RULE_TRIGGER' && (
        <p className={styles.quiet}>{t('sceneRuns.runs.byScene')}</p>
      )}
      {run.resumed_at !== undefined && (
        <p className={styles.quiet}>{t('sceneRuns.runs.resumed', { when: moment(run.resumed_at, now) })}</p>
      )}
      {run.broken_off !== undefined && (
        <p className={styles.quiet}>{t(`sceneRuns.runs.brokenOff.${run.broken_off}`)}</p>
      )}
      {run.stopped_by !== undefined && <StoppedBy user={run.stopped_by} />}
      {run.steps.length + coming.length === 0 ? (
        <p className={styles.quiet}>{t(run.waits ? 'sceneRuns.runs.waits' : 'sceneRuns.runs.noSteps')}</p>
      ) : (
        <RunSteps steps={run.steps} coming={coming} />
      )}
      {goesOn(run) && stop && (
        <div className={styles.stop}>
          <Button
            size="dense"
            icon="stop"
            why={isForbidden(stop.action, engine) ? t('engine.forbidden') : undefined}
            busy={runner.busy(stop.name, bound)}
            onClick={() => void runner.run(stop.name, stop.action, bound)}
          >
            {t('sceneRuns.runs.stop')}
          </Button>
        </div>
      )}
    </Fold>
  )
}

function List({ runs, ...story }: Story & { runs: readonly RuleRun[] }) {
  const { t } = useText()
  const { shown, more } = useMore(runs)
  if (runs.length === 0) return <p className={styles.quiet}>{t('sceneRuns.runs.none')}</p>
  return (
    <>
      {shown.map((run, at) => (
        <Run key={run.run_id} run={run} open={at === 0} {...story} />
      ))}
      {more}
    </>
  )
}

const Statistics = lazyPart(() => import('../statistics/Statistics.tsx'), ['sceneStatistics'])

/** The last runs, each step with what became of it (kept 30 days); one that is under way with what is still to come, and Stop. */
export function Runs(story: Story) {
  const { t } = useText()
  const { data, isPending, refetch } = useRuns(story.rule.id)
  return (
    <>
      <Card title={t('sceneRuns.runs.title')}>
        {data && <List runs={data.runs} {...story} />}
        {!data && isPending && <SkeletonLines lines={3} />}
        {!data && !isPending && (
          <>
            <p className={styles.quiet}>{t('sceneRuns.runs.failed')}</p>
            <Button size="dense" icon="refresh" onClick={() => void refetch()}>
              {t('shell.retry')}
            </Button>
          </>
        )}
      </Card>
      {data?.statistics && (
        <Suspense>
          <Statistics
            statistics={data.statistics}
            running={data.runs.some(({ outcome }) => outcome === 'running')}
          />
        </Suspense>
      )}
    </>
  )
}
