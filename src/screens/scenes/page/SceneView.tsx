import { Suspense, useState } from 'react'
import { ActionButtons } from '#engine/actions/ActionButtons.tsx'
import { FirstActions } from '#engine/actions/FirstActions.tsx'
import type { ActionRunner } from '#engine/actions/use-actions.tsx'
import { type NamedAction, usesOf } from '#engine/actions/use-of.ts'
import { drawnAs } from '#engine/cells/look.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { isRepairable, type Repairable } from '../elsewhere/elsewhere.ts'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import { actionLines, conditionLines, type Line, triggerLines } from '../rule-lines.ts'
import styles from '../scene.module.css'
import { useOtherRules, useRules, useStatuses } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import { SceneContext } from './SceneContext.tsx'
import { Then } from './Then.tsx'
import { When } from './When.tsx'

/** What it takes to play a scene through comes when the scene itself is there. */
const Rehearsal = lazyPart(
  async () => ({ default: (await import('../Rehearsal.tsx')).Rehearsal }),
  ['rehearsal', 'sceneRuns'],
)

/** How it went and what it was are asked for once it stands. */
const Story = lazyPart(() => import('./Story.tsx'), ['looks', 'sceneRuns', 'orders'])
const RepairDialog = lazyPart(() => import('./RepairDialog.tsx'))

const Concerns = lazyPart(() => import('../concerns/OfScene.tsx'), ['concerns'])

/** Running is what a scene's page is for. */
const mainFirst = ({ name, action }: NamedAction): NamedAction =>
  name === 'playRule' ? { name, action: { ...action, intent: 'primary' } } : { name, action }

export function SceneView({ rule, runner }: { rule: Rule; runner: ActionRunner }) {
  const { t, say } = useText()
  const { definitions, situation } = useEngine()
  const { home } = usePorts()
  const phone = usePhone()
  const telling = useTelling()
  const { data: known } = useStatuses()
  const [repaired, setRepaired] = useState<Repairable>()
  const rules = useOtherRules(rule)
  const elsewhere = useElsewhere()
  const things = {
    ...{ home, rules, elsewhere },
    statuses: known && new Set(known.map(({ resource_id }) => resource_id)),
  }
  const rows = useRules().data?.rules
  const listed = rows?.find(({ id }) => id === rule.id)
  const row = { id: rule.id, name: rule.name, active: rule.active }
  const bound = { row, route: { scene_id: rule.id } }
  const actions = definitions.resource('rule')?.actions ?? {}
  const uses = (...names: string[]): NamedAction[] => usesOf(names, actions, situation, { row })
  const [turn] = uses('switchRule')
  const [edit] = uses('editScene')
  const others = uses(
    'summarizeScene',
    'renameRule',
    'arrangeRule',
    'duplicateRule',
    'exportRule',
    'deleteRule',
  )
  const play = uses('playRule').map(mainFirst)
  const list = definitions.screen('scenes_list')
  const triggers = triggerLines(rule, telling, things)
  const asked = conditionLines(rule, telling, things)
  const hinders = [...triggers.times, ...triggers.devices, ...triggers.statuses, ...asked].filter(
    ({ broken }) => broken,
  )

  const remedy = ({ broken }: Line) =>
    broken &&
    isRepairable(broken) &&
    edit && (
      <Button size="dense" icon="wrench" onClick={() => setRepaired(broken)}>
        {t('scenes.repair.open')}
      </Button>
    )

  return (
    <section className={styles.scene} aria-label={rule.name}>
      <PageHeader
        title={rule.name}
        before={rule.look && <Badge {...drawnAs(rule.look, 'scenes')} size="large" />}
        crumb={list && { label: say(`screens.${list.id}.title`), href: hrefOf(list) }}
        context={<SceneContext rule={rule} />}
        actions={
          <>
            {turn && (
              <Toggle
                label={t('scenes.active')}
                value={rule.active}
                busy={runner.busy('switchRule', bound)}
                onChange={(active) => void runner.run(turn.name, turn.action, { ...bound, form: { active } })}
              />
            )}
            {edit && !phone && <ActionButtons actions={[edit]} runner={runner} bound={bound} />}
            <FirstActions
              actions={[...play, ...(edit && phone ? [edit] : []), ...others]}
              title={rule.name}
              runner={runner}
              bound={bound}
            />
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          {rows && listed && (listed.never ?? listed.contradicts ?? listed.unused_since) !== undefined && (
            <Suspense fallback={<Skeleton height="64px" />}>
              <Concerns row={listed} rows={rows} />
            </Suspense>
          )}
          <When rule={rule} lines={triggers} asked={asked} remedy={remedy} />
          <Then rule={rule} linesOf={(scene) => actionLines(scene, telling, things)} remedy={remedy} />
          <Suspense
            fallback={
              <div className={styles.rehearsal}>
                <Skeleton height="100%" />
              </div>
            }
          >
            <Rehearsal rule={rule} />
          </Suspense>
        </div>
        <div className={styles.side}>
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <Story {...{ rule, runner, hinders }} />
          </Suspense>
        </div>
      </div>
      {repaired && (
        <Suspense>
          <RepairDialog rule={rule} broken={repaired} onClose={() => setRepaired(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
