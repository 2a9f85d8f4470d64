import type { Action } from '#schemas/generated/definitions/action.ts'
import type { ActionUse, Screen } from '#schemas/generated/definitions/screen.ts'
import { type Asked, addAll, type Places } from './asked.ts'
import { formOf } from './asked-by-fields.ts'

const nameOf = (use: ActionUse): string => (typeof use === 'string' ? use : use.action)

function usesOf(screen: Screen): readonly ActionUse[] {
  switch (screen.kind) {
    case 'list':
      return [...(screen.rowActions ?? []), ...(screen.selectionActions ?? []), ...(screen.pageActions ?? [])]
    case 'device':
      return [...(screen.pageActions ?? []), ...Object.values(screen.sectionActions ?? {}).flat()]
    case 'form':
    case 'document':
    case 'notice':
      return screen.links ?? []
    case 'status':
      return screen.use ?? []
    case 'wizard':
      return [
        ...(screen.pageActions ?? []),
        ...screen.steps.flatMap((step) => ('facts' in step ? (step.use ?? []) : [])),
      ]
    case 'sections':
      return [
        ...(screen.pageActions ?? []),
        ...screen.sections.flatMap((block) => [
          ...('use' in block ? (block.use ?? []) : []),
          ...('fill' in block ? (block.fill ?? []) : []),
          ...('rowActions' in block ? (block.rowActions ?? []) : []),
        ]),
      ]
    case 'custom':
      return [...(screen.pageActions ?? []), ...(screen.rowActions ?? [])]
    default:
      return screen.pageActions ?? []
  }
}

/** What is said when something was done with several rows; code says it by itself. */
function severalOf(screen: Screen, actions: Readonly<Record<string, Action>>, { keys }: Asked): void {
  if (screen.kind !== 'list') return
  for (const name of (screen.selectionActions ?? []).map(nameOf)) {
    const action = actions[name]
    if (action && !('code' in action)) addAll(keys, [`toasts.${name}_one`, `toasts.${name}_other`])
  }
}

/** What an action says: its confirmation and its outcomes. */
function actionOf(name: string, action: Action, { keys }: Asked): void {
  if ('ask' in action && action.ask !== undefined)
    addAll(keys, [`actions.${name}`, `notices.ask.${name}.title`, `notices.ask.${name}.text`])
  if ('confirm' in action) {
    if (action.confirm === 'undo') keys.add(`toasts.undo.${name}`)
    else if (action.confirm && action.confirm !== 'otp') {
      keys.add(`actions.${name}`)
      keys.add(`notices.confirm.${name}.title`)
      keys.add(`notices.confirm.${name}.text`)
    }
  }
  for (const { toast, show } of Object.values(('outcomes' in action && action.outcomes) || {})) {
    if (toast) keys.add(`toasts.${toast}`)
    if (show) addAll(keys, [`notices.${show}.title`, `notices.${show}.text`])
  }
}

export function actionsOf(screen: Screen, { resources, forms }: Places, asked: Asked): void {
  const own = 'actions' in screen ? (screen.actions ?? {}) : {}
  const listed =
    screen.kind === 'sections'
      ? screen.sections.flatMap((block) => (block.block === 'list' ? [block.resource] : []))
      : 'resource' in screen
        ? [screen.resource]
        : []
  const resource = Object.assign({}, ...listed.map((name) => resources.get(name)?.actions))
  severalOf(screen, { ...resource, ...own }, asked)
  for (const [name, action] of Object.entries<Action>({ ...resource, ...own })) {
    actionOf(name, action, asked)
    const asking = 'ask' in action ? action.ask : undefined
    const form = asking === undefined ? undefined : forms.get(asking)
    if (asking !== undefined && form) formOf(asking, form, asked)
  }
  for (const use of usesOf(screen)) {
    asked.keys.add(`actions.${nameOf(use)}`)
    for (const { why } of (typeof use === 'string' ? undefined : use.off) ?? [])
      asked.keys.add(`shell.disabled.${why}`)
  }
  if (screen.kind === 'form') {
    actionOf(screen.id, screen.submit, asked)
    addAll(
      asked.keys,
      Object.values(screen.says ?? {}).map((said) => `notices.${said}.text`),
    )
  }
  if (screen.kind === 'wizard')
    for (const step of screen.steps)
      if ('form' in step && step.submit) actionOf(`${screen.id}.${step.id}`, step.submit, asked)
      else if ('part' in step)
        for (const call of Object.values(step.calls ?? {}).flat())
          actionOf(`${screen.id}.${step.id}`, call.does, asked)
  if (screen.kind === 'sections')
    for (const block of screen.sections)
      if (block.block === 'form') actionOf(`${screen.id}.${block.id}`, block.submit, asked)
}
