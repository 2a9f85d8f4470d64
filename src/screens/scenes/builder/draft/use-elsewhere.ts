import { useEffect, useEffectEvent, useState } from 'react'
import { useEngine } from '#engine/engine.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

/** What has happened to the rule elsewhere since the change of it began. */
export function useElsewhere(base: Rule): 'changed' | 'deleted' | undefined {
  const { onEvent } = useEngine()
  const [known, setKnown] = useState<{ version: number; deleted: boolean }>({ version: 0, deleted: false })
  const hear = useEffectEvent((event: string, data: unknown) => {
    if (event !== 'scenario_changed') return
    const { change_type, rule_id, version = 0 } = data as Events['scenario_changed']
    if (rule_id !== base.id) return
    if (change_type === 'rule_deleted') setKnown((now) => ({ ...now, deleted: true }))
    else
      setKnown((now) => ({
        version: Math.max(now.version, version),
        deleted: change_type !== 'rule_created' && now.deleted,
      }))
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  if (known.deleted) return 'deleted'
  if (known.version > (base.version ?? 0)) return 'changed'
  // It was gone when the page was opened (use-draft.ts).
  return base.version === 0 ? 'deleted' : undefined
}
