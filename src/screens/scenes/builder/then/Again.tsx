import { runModeOf } from '#gateway/rules/runs/turns.ts'
import { useText } from '#i18n/useText.ts'
import type { RunMode } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { useEditor } from '../draft/editor.ts'
import { vocabulary } from '../offered/vocabulary.ts'

/** What happens when the scene is set off again while it runs: only what takes its time can be (decision 0155). */
export default function Again() {
  const { t } = useText()
  const { rule, change } = useEditor()
  return (
    <SelectField
      label={t('builder.again.label')}
      value={runModeOf(rule)}
      choices={vocabulary.runModes.map((mode) => ({ value: mode, label: t(`builder.again.${mode}`) }))}
      onChange={(mode) => change({ ...rule, run_mode: mode as RunMode })}
    />
  )
}
