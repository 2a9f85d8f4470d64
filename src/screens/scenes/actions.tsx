import { type ActionContext, type CodeAction, done, failed, sourceOf } from '#engine/actions/code-action.ts'
import type { ActionResult } from '#engine/doors.ts'
import { text } from '#i18n/useText.ts'
import { exportFile } from './exported.ts'
import { failureWords } from './failure-words.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { NameDialog } from './NameDialog.tsx'

const ruleOf = ({ bound: { row, route } }: ActionContext): { id: string; name: string } => ({
  id: String(row?.id ?? route?.scene_id),
  name: String(row?.name ?? ''),
})

/** Tells a failure; success passes. */
function told(context: ActionContext, result: ActionResult): ActionResult {
  if (!result.ok) context.toast({ text: failureWords(result, text), tone: 'danger' })
  return result
}

/** spec 2 §5: another rule's name is refused, at the field. */
export const renameRule: CodeAction = (context) => {
  const { id, name } = ruleOf(context)
  return new Promise((resolve) => {
    const close = context.overlay(
      <NameDialog
        title={text.t('scenes.rename.title')}
        label={text.t('scenes.rename.label')}
        name={name}
        onSave={(next) => sourceOf(context).order('update_rule_info', { rule_id: id, name: next })}
        onClose={(result) => {
          close()
          if (result?.ok) context.refetch()
          resolve(result ?? failed('cancelled'))
        }}
      />,
    )
  })
}

/** Deleting can be taken back as long as the toast stands, and later among the deleted scenes. */
async function takeBack(context: ActionContext, id: string): Promise<void> {
  const source = sourceOf(context)
  const { objects } = await source.ask('get_deleted_objects', { kind: 'rule' })
  const version = objects.find((one) => one.id === id)?.version
  if (version === undefined) return
  told(context, await source.order('restore_object', { kind: 'rule', id, version }))
  context.refetch()
}

/** spec 2 §2: somebody was asked before; the rule goes, and the page of a rule leads to the list. */
export const deleteRule: CodeAction = async (context) => {
  const { id, name } = ruleOf(context)
  const result = told(context, await sourceOf(context).order('delete_rule', { rule_id: id }))
  if (!result.ok) return result
  if (context.bound.route?.scene_id !== undefined) context.goto('scenes_list')
  else context.refetch()
  context.toast({
    text: text.t('scenes.deleted', { name }),
    about: [`rule ${id}`],
    undo: () =>
      void takeBack(context, id).catch(() =>
        context.toast({ text: text.t('engine.failure.text'), tone: 'danger' }),
      ),
  })
  return done()
}

/** One rule, or all of them, as a file. */
export const exportRules: CodeAction = async (context) => {
  const { row } = context.bound
  const source = sourceOf(context)
  const [{ rules }, { collection }] = await Promise.all([
    source.ask('get_rules', row ? { rule_ids: [String(row.id)] } : {}),
    source.ask('get_scenario_statuses_collection', {}),
  ])
  exportFile(rules, collection, row ? String(row.name) : undefined)
  return done()
}

/** Rules out of a file: what would change is shown before anything does. */
export const importRules: CodeAction = (context) =>
  new Promise((resolve) => {
    const close = context.overlay(
      <ImportDialog
        source={sourceOf(context)}
        onClose={(result) => {
          close()
          if (result?.ok) context.refetch()
          resolve(result ?? failed('cancelled'))
        }}
      />,
    )
  })
