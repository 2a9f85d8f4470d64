import { contentsOf, isSame } from '#gateway/lib/backups/content.ts'
import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { CommandError, codes } from '../errors.ts'
import type { ContentHolder } from '../history/contents.ts'
import { NOTHING } from '../history/move.ts'
import { assertOnce, type ObjectHolder } from '../history/objects.ts'
import { isComplete, missingIn, type RuleSurroundings } from './rule-check.ts'
import { RuleEdit, sceneIn, scenesOf } from './rule-edit.ts'
import { assertSpace, freeName, givenName } from './rule-parts.ts'
import type { RuleStore } from './rule-store.ts'
import { namedIn, plainRule, viewOf } from './rule-view.ts'

type Home = RuleSurroundings & { newId(): string }

/** Rules as something that comes back, and out of files. */
export const ruleObjects = (rules: RuleStore, home: Home): ObjectHolder => {
  const edited = (work: (edit: RuleEdit) => void) => {
    const edit = new RuleEdit(rules.book)
    work(edit)
    return rules.becoming(edit.book)
  }
  return {
    kinds: ['rule'],
    restored: ({ id, value }) =>
      edited((edit) => {
        const wanted = value as Rule | undefined
        if (!wanted) throw new CommandError(codes.unknown, 'There is no such version')
        edit.put({ ...wanted, name: freeName(edit.book, wanted.name, id) })
      }),
    imported: (file) => {
      const { rules: given = [] } = file
      if (given.length === 0) return NOTHING
      assertOnce(given.map(({ id }) => id))
      return edited((edit) => {
        for (const rule of given) {
          if (!edit.book.rules.has(rule.id)) assertSpace(edit.book)
          edit.put(taken(rule, edit, { ...home, ...withThose(home, file, edit) }))
        }
      })
    },
  }
}

/** Rules as a backup holds them. What a builder has only begun is none. */
export const ruleContents = (rules: RuleStore, home: Home): ContentHolder => {
  const finished = (): Rule[] => rules.all().filter(({ draft }) => !draft)
  return {
    // With the names that things have now, for when they are gone.
    content: () => ({ rules: finished().map((rule) => plainRule(viewOf(rule, namedIn(home)))) }),
    becoming: (content) => {
      assertOnce(content.rules.map(({ id }) => id))
      const wanted = contentsOf(content).rule
      const edit = new RuleEdit(rules.book)
      const stays = (rule: Rule): boolean => {
        const other = wanted.get(rule.id)
        return other !== undefined && isSame('rule', rule, other)
      }
      // All that change are gone before the first comes: two may have changed names.
      const left = new Set(
        finished()
          .filter(stays)
          .map(({ id }) => id),
      )
      for (const { id } of finished()) if (!left.has(id)) edit.remove(id)
      const those = withThose(home, content, edit)
      const statuses: Home['statuses'] = {
        get: (id) => those.statuses.get(contentsOf(content).status.has(id) ? id : ''),
      }
      for (const rule of content.rules) {
        if (left.has(rule.id)) continue
        assertSpace(edit.book)
        edit.put(taken(rule, edit, { ...home, ...those, statuses }))
      }
      return rules.becoming(edit.book)
    },
  }
}

/** A rule may name statuses and rules that come with it. */
const withThose = (
  home: Home,
  coming: { statuses?: readonly Omit<ScenarioStatus, 'state'>[]; rules?: readonly Rule[] },
  { book }: RuleEdit,
): Pick<Home, 'statuses' | 'rules'> => ({
  statuses: {
    get: (id) => {
      const one = home.statuses.get(id) ?? coming.statuses?.find(({ resource_id }) => resource_id === id)
      return one && { state: false, ...one }
    },
  },
  rules: { get: (id) => book.rules.get(id) ?? coming.rules?.find((one) => one.id === id) },
})

/** A rule that cannot do here what it says comes in switched off. */
function taken(given: Rule, edit: RuleEdit, home: Home): Rule {
  const { draft: _draft, ...rule } = plainRule(given)
  const active = rule.active && isComplete(rule) && missingIn(rule, home).length === 0
  const scenes = scenesOf(rule).map((scene) => {
    const owner = sceneIn(edit.book, scene.id)
    return owner && owner.rule?.id !== rule.id ? { ...scene, id: home.newId() } : scene
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
