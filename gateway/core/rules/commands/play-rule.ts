import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import type { RulesContext } from '../context.ts'
import { assertSound } from '../rule-check.ts'
import { plainRule } from '../rule-view.ts'

function ruleOf(id: string, { rules }: RulesContext): Rule {
  const rule = rules.get(id)
  if (!rule) throw new CommandError(codes.unknown, 'There is no such rule')
  return rule
}

export const playRule = defineCommand(
  'play_rule',
  async ({ rule_id }, context: RulesContext, { userId }) => ({
    run_id: await context.automation.runner.play(ruleOf(rule_id, context), userId),
  }),
)

/** A rule that does only this, at once, beside whatever runs of the rule there are. */
function aloneIn(rule: Rule, scene: ActionSet): Rule {
  const {
    delay: _,
    spread: _s,
    until: _u,
    only_if: _o,
    otherwise: _w,
    by_chance: _b,
    repeat: _r,
    ...alone
  } = scene
  const { draft: _d, ...finished } = rule
  return plainRule({ ...finished, run_mode: 'parallel', scenes: [alone] })
}

/** Whoever builds a rule tries a step of it, stored or not. */
export const tryScene = defineCommand(
  'try_scene',
  async ({ rule_id, scene }, context: RulesContext, { userId }) => {
    const rule = ruleOf(rule_id, context)
    const tried = aloneIn(rule, scene)
    assertSound({ ...tried, active: true }, rule, context.rules.book, context)
    return { run_id: await context.automation.runner.play(tried, userId, { tried: true }) }
  },
)
