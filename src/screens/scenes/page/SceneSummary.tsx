import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { buttonLook } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useElsewhere } from '../elsewhere/use-elsewhere.ts'
import { actionLines, conditionLines, triggerLines } from '../rule-lines.ts'
import styles from '../scene.module.css'
import { useOtherRules, useRule, useRuleEvents, useStatuses } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import { Lines } from './Lines.tsx'
import { NoScene, SceneFailed, SceneSkeleton } from './NoScene.tsx'
import { SceneContext } from './SceneContext.tsx'

function Told({ rule }: { rule: Rule }) {
  const { t, say } = useText()
  const { definitions } = useEngine()
  const { home } = usePorts()
  const telling = useTelling()
  const { data: known } = useStatuses()
  const rules = useOtherRules(rule)
  const elsewhere = useElsewhere()
  const things = {
    ...{ home, rules, elsewhere },
    statuses: known && new Set(known.map(({ resource_id }) => resource_id)),
  }
  const { times, devices, statuses } = triggerLines(rule, telling, things)
  const when = [...times, ...devices, ...statuses]
  const scenes = rule.scenes ?? []
  const list = definitions.screen('scenes_list')
  const page = definitions.screen('scene')
  return (
    <section className={styles.scene} aria-label={rule.name}>
      <PageHeader
        title={rule.name}
        crumb={list && { label: say(`screens.${list.id}.title`), href: hrefOf(list) }}
        context={<SceneContext rule={rule} />}
        actions={
          page && (
            <a href={hrefOf(page, { scene_id: rule.id })} {...buttonLook({})}>
              {t('scenes.toScene')}
            </a>
          )
        }
      />
      <Card>
        <div className={styles.told}>
          <h2>
            {when.length === 0
              ? t('scenes.byHand')
              : t(when.length > 1 ? `scenes.told.${rule.rule_logic}` : 'scenes.told.one')}
          </h2>
          {when.length > 0 && <Lines lines={when} />}
          {rule.only_if && (
            <>
              <h2>{t(`scenes.onlyIf.${rule.only_if.logic}`)}</h2>
              <Lines lines={conditionLines(rule, telling, things)} />
            </>
          )}
          <h2>{t(scenes.length === 0 ? 'scenes.noActions' : 'scenes.told.then')}</h2>
          {scenes.map((scene) => (
            <div key={scene.id}>
              {!isPause(scene) && scenes.length > 1 && <h3>{scene.name}</h3>}
              <Lines lines={actionLines(scene, telling, things)} />
            </div>
          ))}
          {rule.run_mode && <p>{t(`scenes.again.${rule.run_mode}`)}</p>}
        </div>
      </Card>
    </section>
  )
}

/** The whole scene in plain language, to be read and to be shown to somebody. */
export default function SceneSummary({ params }: { params: Readonly<Record<string, string>> }) {
  useRuleEvents()
  const { data: rule, isPending, error, refetch } = useRule(params.scene_id ?? '')
  if (rule) return <Told rule={rule} />
  if (isPending) return <SceneSkeleton />
  return rule === null ? <NoScene /> : <SceneFailed error={error} onRetry={() => void refetch()} />
}
