import { sameName } from '#gateway/lib/clean-name.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { defineCommand } from '../../command.ts'
import { CommandError, codes } from '../../errors.ts'
import { isComplete, missingIn } from '../../rules/rule-check.ts'
import { type RuleEdit, sceneIn, scenesOf } from '../../rules/rule-edit.ts'
import { givenName } from '../../rules/rule-parts.ts'
import { plainRule } from '../../rules/rule-view.ts'
import type { HistoryContext } from '../context.ts'

/**
 * Takes in what was exported. What has the id of something here replaces it, the rest is new. All of it is checked before
 * any of it is stored; doing it again changes nothing more.
 */
export const importObjects = defineCommand(
  'import_objects',
  async ({ floors = [], statuses = [], rules = [] }, context: HistoryContext, { userId }) => {
    assertOnce([...rules.map(({ id }) => id), ...statuses.map(({ resource_id }) => resource_id)])
    for (const rule of rules) givenName(rule.name)
    const rooms = context.floors.planImport(floors)
    const newStatuses = context.statuses.planImport(statuses)
    const before = new Map(
      rules.flatMap(({ id }) => {
        const rule = context.rules.get(id)
        return rule ? [[id, rule.version] as const] : []
      }),
    )
    if (floors.length > 0) await context.floors.import(floors, userId)
    if (statuses.length > 0) await context.statuses.import(statuses, userId)
    if (rules.length > 0)
      await context.rules.edit(
        userId,
        (edit) => {
          for (const rule of rules) edit.put(taken(rule, edit, context))
        },
        'imported',
      )
    const changed = ({ id }: Rule): boolean =>
      before.has(id) && before.get(id) !== context.rules.get(id)?.version
    return {
      created: rooms.created + newStatuses.created + rules.filter(({ id }) => !before.has(id)).length,
      changed: rooms.changed + newStatuses.changed + rules.filter(changed).length,
    }
  },
)

/** A rule that cannot do here what it says comes in switched off. */
function taken(given: Rule, edit: RuleEdit, context: HistoryContext): Rule {
  const { draft: _draft, ...rule } = plainRule(given)
  const active = rule.active && isComplete(rule) && missingIn(rule, context).length === 0
  const scenes = scenesOf(rule).map((scene) => {
    const owner = sceneIn(edit.book, scene.id)
    return owner && owner.rule?.id !== rule.id ? { ...scene, id: context.newId() } : scene
  })
  return { ...rule, name: unusedName(givenName(rule.name), rule.id, edit), active, scenes }
}

function unusedName(wanted: string, own: string, edit: RuleEdit): string {
  const taken = (name: string): boolean =>
    [...edit.book.rules.values()].some((rule) => rule.id !== own && sameName(rule.name, name))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken(name)) return name
  }
}

function assertOnce(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length)
    throw new CommandError(codes.invalid, 'Something is in the file twice')
}
