import type { ActionRunner } from '#engine/actions/use-actions.tsx'
import { useEngine } from '#engine/engine.ts'
import { Versions } from '#engine/objects/Versions.tsx'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Card } from '#ui/Card.tsx'
import type { Line } from '../rule-lines.ts'
import { useTelling } from '../use-telling.ts'
import { Misses } from './Misses.tsx'
import { Runs } from './Runs.tsx'
import { versionLines } from './version-lines.ts'

interface Props {
  rule: Rule
  runner: ActionRunner
  /** Why it cannot begin at all. */
  hinders: readonly Line[]
}

/** How a scene went, when it did not begin, and what it was before. */
export default function Story({ rule, runner, hinders }: Props) {
  const { t } = useText()
  const { situation } = useEngine()
  const telling = useTelling()
  return (
    <>
      <Runs rule={rule} runner={runner} />
      <Misses id={rule.id} hinders={hinders} />
      <Card title={t('scenes.versions')}>
        <Versions
          of={{ kind: 'rule', id: rule.id }}
          about={`rule ${rule.id}`}
          linesOf={({ value }) => (value ? versionLines(value as unknown as Rule, telling) : [])}
          fixed={situation.flags.has('ONLY_EXECUTE_SCENES')}
        />
      </Card>
    </>
  )
}
