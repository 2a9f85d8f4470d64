import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { AlertDialog } from '#engine/actions/AlertDialog.tsx'
import { type ActionRunner, useActions } from '#engine/actions/use-actions.tsx'
import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import { useAskAgain, useRule, useRuleEvents, useRules, useRuns, useStatuses } from '../use-rules.ts'
import { NoScene, SceneFailed, SceneSkeleton } from './NoScene.tsx'
import { SceneView } from './SceneView.tsx'

/** One scene: what sets it off, what it does, how it went, what it was before. */
export default function ScenePage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.scene_id ?? ''
  const { definitions, go } = useEngine()
  useRuleEvents()
  const { data: rule, isPending, error, refetch } = useRule(id)
  // How it last went, which stands above all else, is known by the list alone.
  const { isPending: waits } = useRules()
  // What stands below its lines is asked for beside it, so that they do not move when it comes.
  useElsewhere()
  useStatuses()
  useRuns(id)
  const askAgain = useAskAgain()
  const runner = useActions(() => askAgain(ruleKeys.rule(id), ruleKeys.list, ruleKeys.versions('rule', id)))
  const [seen, setSeen] = useState<Rule>()
  const [leaving, setLeaving] = useState(false)
  if (rule && rule !== seen) setSeen(rule)
  const list = definitions.screen('scenes_list')

  // Whoever deletes it here knows, and is on his way to the list.
  const own: ActionRunner = {
    ...runner,
    async run(name, action, bound) {
      if (name === 'deleteRule') setLeaving(true)
      const done = await runner.run(name, action, bound)
      if (!done?.result.ok) setLeaving(false)
      return done
    },
  }
  const drawn = () => {
    const shown = rule ?? seen
    if (waits) return <SceneSkeleton />
    if (shown) return <SceneView rule={shown} runner={own} />
    if (isPending) return <SceneSkeleton />
    return rule === null ? <NoScene /> : <SceneFailed error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      {drawn()}
      {rule === null && seen !== undefined && !leaving && (
        <AlertDialog name="RULE_DELETED" onClose={() => list && go?.(hrefOf(list), { replace: true })} />
      )}
      {runner.overlays}
    </>
  )
}
