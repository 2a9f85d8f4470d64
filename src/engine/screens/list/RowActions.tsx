import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { Menu } from '#ui/Menu.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import type { ActionRunner } from '../../actions/use-actions.tsx'
import type { NamedAction } from '../../actions/use-of.ts'
import { isForbidden } from '../../conditions/forbidden.ts'
import type { Row } from '../../doors.ts'
import { useEngine } from '../../engine.ts'
import styles from './list.module.css'

interface Props {
  actions: readonly NamedAction[]
  row: Row
  title: string
  runner: ActionRunner
}

/** One visible, the rest in ⋯ (look.md, tables). */
export function RowActions({ actions, row, title, runner }: Props) {
  const { t, say } = useText()
  const { situation } = useEngine()
  const [first, ...rest] = actions
  if (!first) return null
  const choices = rest.map(({ name, action }) => ({
    id: name,
    text: say(`actions.${name}`),
    icon: action.icon === undefined ? undefined : iconNamed(action.icon),
    danger: action.intent === 'danger',
    ...(isForbidden(action, situation) && { disabled: true, note: t('engine.forbidden') }),
    onSelect: () => void runner.run(name, action, { row }),
  }))
  return (
    <span className={styles.actions}>
      <ActionButtons actions={[first]} runner={runner} bound={{ row }} size="dense" />
      {rest.length > 0 && (
        <Menu
          label={t('shell.moreFor', { name: title })}
          groups={[{ id: 'rest', choices }]}
          trigger={(attributes) => (
            <Button only look="quiet" size="dense" icon="more" {...attributes}>
              {t('shell.moreFor', { name: title })}
            </Button>
          )}
        />
      )}
    </span>
  )
}
