import { useText } from '#i18n/useText.ts'
import { Button, type ButtonLook } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { isForbidden } from '../conditions/forbidden.ts'
import { useEngine } from '../engine.ts'
import type { Bound } from '../ports.ts'
import { ActionButtons } from './ActionButtons.tsx'
import type { ActionRunner } from './use-actions.tsx'
import type { NamedAction } from './use-of.ts'

interface Props {
  actions: readonly NamedAction[]
  /** What they are done with, for readers. */
  title: string
  runner: ActionRunner
  bound: Bound
  size?: ButtonLook['size']
  /** The first is drawn as its icon, where it has one. */
  terse?: boolean
  /** All of them stand in ⋯: where there is no room for a word. */
  folded?: boolean | undefined
}

/** The first action is a button, the rest stands in ⋯ (docs/look.md, "Actions"). */
export function FirstActions({ actions, title, runner, bound, size = 'normal', terse, folded }: Props) {
  const { t, say } = useText()
  const engine = useEngine()
  // What destroys stands in ⋯ also alone: red is nothing that rows differ by.
  const isFolded = folded && (actions.length > 1 || actions[0]?.action.intent === 'danger')
  const first = isFolded ? undefined : actions[0]
  const rest = first ? actions.slice(1) : actions
  const choices = rest.map(({ name, action, off }) => ({
    id: name,
    text: say(`actions.${name}`),
    icon: action.icon === undefined ? undefined : iconNamed(action.icon),
    danger: action.intent === 'danger',
    ...(off !== undefined && { disabled: true, note: say(off) }),
    ...(isForbidden(action, engine) && { disabled: true, note: t('engine.forbidden') }),
    onSelect: () => void runner.run(name, action, bound),
  }))
  return (
    <>
      {first && <ActionButtons actions={[first]} runner={runner} bound={bound} size={size} terse={terse} />}
      {choices.length > 0 && (
        <Menu
          label={t('shell.moreFor', { name: title })}
          groups={[{ id: 'rest', choices }]}
          trigger={(attributes) => (
            <Button only look={size === 'dense' ? 'quiet' : 'plain'} size={size} icon="more" {...attributes}>
              {t('shell.moreFor', { name: title })}
            </Button>
          )}
        />
      )}
    </>
  )
}
