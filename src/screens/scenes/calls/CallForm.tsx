import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { useEditor } from '../builder/draft/editor.ts'
import { newId, putCallTrigger } from '../builder/draft/rule-edit.ts'
import { EntryForm } from '../builder/forms/EntryForm.tsx'
import { Panel } from '../builder/Panel.tsx'
import { CallAddress } from './CallAddress.tsx'
import styles from './calls.module.css'

const LONGEST = 64

/** A call of an address from elsewhere begins the scene. Once that stands in the scene its address is made here. */
export default function CallForm() {
  const { t } = useText()
  const { rule, change, place, go } = useEditor()
  const known = rule.call_triggers?.find(({ id }) => id === place.editing)
  const [name, setName] = useState(known?.name ?? '')
  const form = useSubmit(() => {
    const id = known?.id ?? newId()
    const said = name.trim().slice(0, LONGEST)
    change(putCallTrigger(rule, { id, ...(said !== '' && { name: said }) }))
    if (known) go({ tab: 'choose' })
    else go({ tab: 'triggerForm', of: 'CALL_TRIGGER', editing: id })
  })
  return (
    <Panel title={t(known ? 'calls.edit' : 'calls.title')} text={t('calls.text')}>
      <div className={styles.form}>
        <EntryForm form={form} known={known !== undefined}>
          <TextField
            label={t('calls.name')}
            optional
            help={t('calls.nameHelp')}
            value={name}
            maxLength={LONGEST}
            onChange={setName}
          />
        </EntryForm>
        {known && (
          <>
            <h3>{t('calls.address')}</h3>
            <CallAddress called={{ rule_id: rule.id, trigger_id: known.id }} />
          </>
        )}
      </div>
    </Panel>
  )
}
