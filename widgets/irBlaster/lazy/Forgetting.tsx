import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { SwitchField } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Remote.module.css'
import type { Forget } from './use-forget.ts'

interface Props {
  forget: Forget
  disabled: boolean
  /** What the key with this number is called. */
  nameOf(command: number): string
}

/** Takes codes away key by key, and gives the last one back. */
export function Forgetting({ forget, disabled, nameOf }: Props) {
  const { t } = useText()
  const { on, turn, last, undo } = forget
  return (
    <div className={styles.learn}>
      <SwitchField
        label={t('infrared.forget')}
        help={on ? t('infrared.forgetHint') : undefined}
        value={on}
        disabled={disabled}
        onChange={turn}
      />
      {last !== undefined && (
        <Notice
          tone="info"
          action={
            <Button size="dense" onClick={undo}>
              {t('shell.undo')}
            </Button>
          }
        >
          {t('infrared.forgotten', { key: nameOf(last) })}
        </Notice>
      )}
    </div>
  )
}
