import { useText } from '#i18n/useText.ts'
import { Button, type ButtonLook } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { isForbidden } from '../conditions/forbidden.ts'
import { useEngine } from '../engine.ts'
import type { Bound } from '../ports.ts'
import type { ActionRunner } from './use-actions.tsx'
import type { NamedAction } from './use-of.ts'

const lookOf = ({ action }: NamedAction): ButtonLook['look'] =>
  action.intent === 'primary' ? 'main' : action.intent === 'danger' ? 'danger' : 'plain'

interface Props {
  actions: readonly NamedAction[]
  runner: ActionRunner
  bound: Bound
  size?: ButtonLook['size']
  /** Instead of what its intent gives it. */
  look?: ButtonLook['look']
  terse?: boolean
}

/** A button for each action that is offered; the words are `actions.<name>`. */
export function ActionButtons({ actions, runner, bound, size, look, terse }: Props) {
  const { t, say } = useText()
  const engine = useEngine()
  const why = ({ action, off }: NamedAction) =>
    isForbidden(action, engine) ? t('engine.forbidden') : off && say(off)
  // A finger finds no title: what is off says why when it is pressed.
  const press = ({ name, action, off, explains }: NamedAction): void => {
    if (off === undefined || explains) void runner.run(name, action, bound)
    else toasts.show({ text: say(off), about: [`off ${name}`] })
  }
  return actions.map((named) => (
    <Button
      key={named.name}
      size={size}
      only={terse && named.action.icon !== undefined}
      look={look ?? lookOf(named)}
      icon={named.action.icon === undefined ? undefined : iconNamed(named.action.icon)}
      why={why(named)}
      busy={runner.busy(named.name, bound)}
      onClick={() => press(named)}
    >
      {say(`actions.${named.name}`)}
    </Button>
  ))
}
