import { isPause } from '#gateway/rules/pause.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useEditor } from '../draft/editor.ts'
import { newId, putBehind } from '../draft/rule-edit.ts'
import styles from '../thread.module.css'

/** Below the last of several steps of which chance draws one: another one that it may draw. */
export default function OneMore({ after }: { after: string }) {
  const { t } = useText()
  const { rule, change, go } = useEditor()
  const actions = (rule.scenes ?? []).filter((set) => !isPause(set)).length
  return (
    <div className={styles.branches}>
      <Button
        look="quiet"
        size="dense"
        icon="plus"
        onClick={() => {
          const id = newId()
          const name = t('builder.action.name', { number: actions + 1 })
          change(putBehind(rule, after, { id, name, by_chance: 'or' }))
          go({ tab: 'actionForm', of: 'ACTION_SET', editing: id })
        }}
      >
        {t('builder.chance.more')}
      </Button>
    </div>
  )
}
