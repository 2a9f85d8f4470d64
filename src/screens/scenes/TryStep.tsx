import { useState } from 'react'
import { useActions } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { isForbidden } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { Button } from '#ui/Button.tsx'
import { RunSteps } from './page/RunSteps.tsx'
import styles from './scene.module.css'
import { useRuleEvents, useRuns } from './use-rules.ts'

const NONE: never[] = []

/** Does one step of a scene now, stored or not, and says what became of it. */
export default function TryStep({ rule, set }: { rule: string; set: ActionSet }) {
  const { t } = useText()
  const engine = useEngine()
  const runner = useActions()
  const [tried, setTried] = useState<string>()
  const bound = { row: { id: rule, name: set.name }, form: { scene: set } }
  const [use] = usesOf(
    ['tryScene'],
    engine.definitions.resource('rule')?.actions ?? {},
    engine.situation,
    bound,
  )
  if (!use) return null
  const attempt = async (): Promise<void> => {
    const done = await runner.run(use.name, use.action, bound)
    if (!done?.result.ok) return
    setTried((done.result.data as { run_id: string }).run_id)
  }
  return (
    <div className={styles.tried}>
      <Button
        icon="play"
        why={isForbidden(use.action, engine) ? t('engine.forbidden') : undefined}
        busy={runner.busy(use.name, bound)}
        onClick={() => void attempt()}
      >
        {t('scenes.try.open')}
      </Button>
      {tried !== undefined && <Outcome rule={rule} run={tried} />}
      {runner.overlays}
    </div>
  )
}

function Outcome({ rule, run: id }: { rule: string; run: string }) {
  const { t } = useText()
  useRuleEvents()
  const { data } = useRuns(rule)
  const run: RuleRun | undefined = data?.runs.find(({ run_id }) => run_id === id)
  return (
    <div role="status">
      {run && run.steps.length > 0 ? (
        <RunSteps steps={run.steps} coming={NONE} />
      ) : (
        <p className={styles.quiet}>{t('scenes.try.begun')}</p>
      )}
    </div>
  )
}
