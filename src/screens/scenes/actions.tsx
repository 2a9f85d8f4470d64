import {
  type ActionContext,
  asked,
  type CodeAction,
  done,
  failed,
  sourceOf,
} from '#engine/actions/code-action.ts'
import { withWords } from '#engine/lazy-part.ts'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import { bringBack, tell, unlessChanged } from '#engine/objects/tell.ts'
import type { ActionResult, Calls } from '#engine/ports.ts'
import { text } from '#i18n/useText.ts'
import { ImportDialog } from './files/ImportDialog.tsx'
import type { Arranged } from './LookDialog.tsx'

const { t } = text

const ruleOf = ({ bound: { row, route } }: ActionContext): { id: string; name: string } => ({
  id: String(row?.id ?? route?.scene_id),
  name: String(row?.name ?? ''),
})

/** spec 2 §5: another rule's name is refused, at the field. */
export const renameRule: CodeAction = async (context) => {
  const { id, name } = ruleOf(context)
  const source = sourceOf(context)
  const named = async (next: string): Promise<ActionResult> => {
    const result = await source.order('update_rule_info', { rule_id: id, name: next })
    if (result.ok) context.refetch()
    return result
  }
  return await asked(context, (close) => (
    <NameDialog
      title={t('scenes.rename.title')}
      name={name}
      onSave={async (next) => {
        const result = await named(next)
        if (!result.ok) return result
        const undo = {
          of: [`rule ${id} name`],
          back: async () =>
            unlessChanged({ was: name, made: next, is: await nameOf(source, id) }, () => named(name)),
        }
        return tell(context, result, t('scenes.rename.done', { name: next }), undo)
      }}
      onClose={close}
    />
  ))
}

/** By what it is found among many: a picture, a colour, a folder. */
export const arrangeRule: CodeAction = async (context) => {
  const { id, name } = ruleOf(context)
  const source = sourceOf(context)
  const [{ LookDialog }, { rules }] = await Promise.all([
    withWords(import('./LookDialog.tsx'), ['looks']),
    source.ask('get_rules_list', {}),
  ])
  const rule = rules.find((one) => one.id === id)
  if (!rule) return tell(context, failed('404'), '')
  const was: Arranged = { look: rule.look ?? null, folder: rule.folder ?? null }
  const arranged = async (next: Arranged): Promise<ActionResult> => {
    const result = await source.order('update_rule_info', { rule_id: id, ...next })
    if (result.ok) context.refetch()
    return result
  }
  return await asked(context, (close) => (
    <LookDialog
      name={name || rule.name}
      {...was}
      folders={[...new Set(rules.flatMap(({ folder }) => folder ?? []))].toSorted((a, b) =>
        a.localeCompare(b),
      )}
      onSave={async (next) => {
        const result = await arranged(next)
        if (!result.ok) return result
        const undo = { of: [`rule ${id} look`], back: () => arranged(was) }
        return tell(context, result, t('scenes.arranged', { name: name || rule.name }), undo)
      }}
      onClose={close}
    />
  ))
}

/** What a scene is called now; undefined while nobody answers. */
async function nameOf(source: Calls, id: string): Promise<string | undefined> {
  try {
    const { rules } = await source.ask('get_rules_list', {})
    return rules.find((rule) => rule.id === id)?.name
  } catch {
    return undefined
  }
}

/** The same scene once more, off, to be made into another one: the builder opens with it. */
export const duplicateRule: CodeAction = async (context) => {
  const { id, name } = ruleOf(context)
  const source = sourceOf(context)
  const [{ copyOf, nameOfCopy }, { rules }] = await Promise.all([
    import('./duplicate.ts'),
    source.ask('get_rules', {}),
  ])
  const rule = rules.find((one) => one.id === id)
  if (!rule) return tell(context, failed('404'), '')
  const copy = copyOf(
    rule,
    nameOfCopy(
      rule.name,
      rules.map((one) => one.name),
    ),
  )
  const result = await source.order('save_rule', { rule: copy, base: 0 })
  if (result.ok) context.goto('edit_scene', { scene_id: copy.id })
  return tell(context, result, t('scenes.duplicated', { name: copy.name, of: name || rule.name }), {
    of: [`rule ${copy.id}`],
    back: async () => {
      const back = await source.order('delete_rule', { rule_id: copy.id })
      if (back.ok) context.goto('scenes_list')
      return back
    },
  })
}

/**
 * spec 2 §2: somebody was asked before; the rule goes, and the page of a rule leads to the list. It can be taken back as
 * long as the toast stands, and later among the deleted scenes.
 */
export const deleteRule: CodeAction = async (context) => {
  const { id, name } = ruleOf(context)
  const source = sourceOf(context)
  const result = await source.order('delete_rule', { rule_id: id })
  if (result.ok && context.bound.route?.scene_id !== undefined) context.goto('scenes_list')
  else if (result.ok) context.refetch()
  return tell(context, result, t('scenes.deleted', { name }), {
    of: [`rule ${id}`],
    back: async () => {
      const back = await bringBack(source, 'rule', id)
      context.refetch()
      return back
    },
  })
}

/** One rule with those that it runs, or all of them, as a file. */
export const exportRules: CodeAction = async (context) => {
  const { row } = context.bound
  const source = sourceOf(context)
  const [{ exportFile, withThoseItRuns }, { rules }, { collection }] = await Promise.all([
    import('./files/exported.ts'),
    source.ask('get_rules', {}),
    source.ask('get_scenario_statuses_collection', {}),
  ])
  if (row) exportFile(withThoseItRuns(rules, String(row.id)), collection, String(row.name))
  else exportFile(rules, collection, undefined)
  return done()
}

/** Rules out of a file: what would change is shown before anything does. */
export const importRules: CodeAction = async (context) => {
  const result = await asked(context, (close) => <ImportDialog source={sourceOf(context)} onClose={close} />)
  if (result.ok) context.refetch()
  return result
}
