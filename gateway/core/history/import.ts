import { sameName } from '#gateway/lib/clean-name.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Reach } from '../command.ts'
import { CommandError, codes } from '../errors.ts'
import { isComplete, missingIn } from '../rules/rule-check.ts'
import { type RuleEdit, sceneIn, scenesOf } from '../rules/rule-edit.ts'
import { givenName } from '../rules/rule-parts.ts'
import { plainRule } from '../rules/rule-view.ts'

type Import = Commands['import_objects']

/**
 * Takes in what was exported. What has the id of something here replaces it, the rest is new. All of it is checked before
 * any of it is stored; doing it again changes nothing more.
 */
export async function importObjects(
  { floors = [], statuses = [], rules = [] }: Import['params'],
  reach: Reach,
  userId: string,
): Promise<Import['data']> {
  assertOnce([...rules.map(({ id }) => id), ...statuses.map(({ resource_id }) => resource_id)])
  for (const rule of rules) givenName(rule.name)
  const rooms = reach.floors.planImport(floors)
  const newStatuses = reach.statuses.planImport(statuses)
  const before = new Map(
    rules.flatMap(({ id }) => {
      const rule = reach.rules.get(id)
      return rule ? [[id, rule.version] as const] : []
    }),
  )
  if (floors.length > 0) await reach.floors.import(floors, userId)
  if (statuses.length > 0) await reach.statuses.import(statuses, userId)
  if (rules.length > 0)
    await reach.rules.edit(
      userId,
      (edit) => {
        for (const rule of rules) edit.put(taken(rule, edit, reach))
      },
      'imported',
    )
  const changed = ({ id }: Rule): boolean => before.has(id) && before.get(id) !== reach.rules.get(id)?.version
  return {
    created: rooms.created + newStatuses.created + rules.filter(({ id }) => !before.has(id)).length,
    changed: rooms.changed + newStatuses.changed + rules.filter(changed).length,
  }
}

/** A rule that cannot do here what it says comes in switched off. */
function taken(given: Rule, edit: RuleEdit, reach: Reach): Rule {
  const { draft: _draft, ...rule } = plainRule(given)
  const active = rule.active && isComplete(rule) && missingIn(rule, reach).length === 0
  const scenes = scenesOf(rule).map((scene) => {
    const owner = sceneIn(edit.book, scene.id)
    return owner && owner.rule?.id !== rule.id ? { ...scene, id: reach.newId() } : scene
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
