import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { failed } from '#engine/actions/code-action.ts'
import { usePorts } from '#engine/engine.ts'
import { refusalOf } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useQueryClient } from '#engine/rows.ts'
import { speaksBeyond } from '#gateway/rules/parts.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'

/** What a gateway answers to what its schemas do not know. */
const INVALID = '400'

/** `gone`: the version that it was based on is nowhere any more, so nothing was stored. */
type Stored = ActionResult | 'conflict' | 'gone'

interface Saving {
  /** What another person has made of the rule meanwhile. */
  theirs: Rule | undefined
  /** Looks at what the other person did; false where the rule is gone. */
  look(id: string): Promise<boolean>
  putOff(): void
  /** Stores the rule over that version; 0 for one that is not there (any more). */
  save(rule: Rule, base: number): Promise<Stored>
}

/** Stores a rule as a whole; whoever changed it meanwhile is not overwritten unseen (`changed_meanwhile`). */
export function useSaving(): Saving {
  const { source } = usePorts()
  const client = useQueryClient()
  const { t } = useText()
  const [theirs, setTheirs] = useState<Rule>()

  async function look(id: string): Promise<boolean> {
    const { rules } = await source.ask('get_rules', { rule_ids: [id] })
    const found = rules.find((rule) => rule.id === id)
    setTheirs(found)
    return found !== undefined
  }
  async function send(rule: Rule, base: number): Promise<Stored> {
    const result = await source.order('save_rule', { rule, base })
    if (result.ok) {
      for (const queryKey of [ruleKeys.list, ruleKeys.rules, ruleKeys.rule(rule.id)])
        void client.invalidateQueries({ queryKey })
      return result
    }
    if (result.code === INVALID && speaksBeyond(rule))
      return failed('', { message: t('builder.finish.older') })
    if (refusalOf(result) !== 'changed_meanwhile') return result
    return (await look(rule.id)) ? 'conflict' : 'gone'
  }
  return {
    theirs,
    look,
    putOff: () => setTheirs(undefined),
    async save(rule, base) {
      try {
        return await send(rule, base)
      } catch {
        return failed('')
      }
    },
  }
}
