import { Suspense, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { ActionSet, WebCall } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useFirstFault, useSubmit } from '#ui/fields/use-submit.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { newId } from '../../builder/draft/rule-edit.ts'
import { putNotification } from '../../builder/draft/set-edit.ts'
import { EntryForm } from '../../builder/forms/EntryForm.tsx'
import { Panel } from '../../builder/Panel.tsx'
import { useSpeech } from '../../builder/sentences.ts'
import { TextWithValues } from '../../builder/texts/TextWithValues.tsx'
import { draftValues, MOST_VALUES, storedTexts, written } from '../../builder/texts/text-draft.ts'
import { labelOf } from '../../builder/texts/value-label.ts'
import styles from '../calls.module.css'
import { useWebAddresses } from './use-web-addresses.ts'
import { type Editing, WebAddressPart } from './WebAddressPart.tsx'

/** It comes when a value is to stand in a text. */
const InsertValue = lazy(() => import('../../builder/texts/InsertValue.tsx'))

interface Props {
  set: ActionSet
  /** The notification that is changed. */
  editing: string | undefined
  onAdd(set: ActionSet): void
  onBack(): void
}

/** The same limits as schemas/entities/rule.json has. */
const MOST_FIELDS = 10
const NAME_LENGTH = 64
const TEXT_LENGTH = 1000

interface Field {
  key: string
  name: string
  text: string
}

/** An address elsewhere is called, with what it is told (decision 0245). */
export default function WebCallForm({ set, editing, onAdd, onBack }: Props) {
  const speech = useSpeech()
  const { t } = useText()
  const book = useWebAddresses()
  const known = set.notifications?.find(({ notification_id }) => notification_id === editing)
  const [address, setAddress] = useState<{ id: string; name: string } | undefined>(
    known?.call && { id: known.call.address_id, name: known.call.name },
  )
  const [values, setValues] = useState(() => draftValues(known ?? {}, (value) => labelOf(value, speech)))
  const [fields, setFields] = useState<readonly Field[]>(() =>
    (known?.call?.fields ?? [{ name: 'text', text: '' }]).map(({ name, text }) => ({
      ...{ key: newId(), name, text: written(text, values) },
    })),
  )
  const [keeping, setKeeping] = useState<Editing>()
  const [inserting, setInserting] = useState<string>()
  const put = (key: string, part: Partial<Field>): void =>
    setFields(fields.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const nameFault = ({ key, name }: Field): string | undefined => {
    if (name.trim() === '') return t('calls.out.noFieldName')
    return fields.some((one) => one.key !== key && one.name.trim() === name.trim())
      ? t('calls.out.twice')
      : undefined
  }
  const told = storedTexts(
    fields.map(({ text }) => text),
    values,
  )
  // What is typed of an address goes nowhere by the form's own button.
  const unkept = keeping !== undefined || book.addresses?.length === 0
  const form = useSubmit(() => {
    whole.look()
    if (!address || unkept || fields.some(nameFault)) return
    const call: WebCall = {
      ...{ address_id: address.id, name: address.name },
      fields: fields.map(({ name }, n) => ({ name: name.trim(), text: told.texts[n] ?? '' })),
    }
    onAdd(
      putNotification(set, {
        ...{ notification_id: known?.notification_id ?? newId(), type: 2, call },
        ...(told.values.length > 0 && { values: told.values }),
      }),
    )
  })
  // The address stands before the form: what is wrong with it takes the focus first.
  const whole = useFirstFault<HTMLDivElement>()
  if (inserting !== undefined)
    return (
      <Suspense>
        <InsertValue
          values={values}
          onChoose={({ values: now, token }) => {
            const field = fields.find(({ key }) => key === inserting)
            setInserting(undefined)
            if (!field || field.text.length + token.length > TEXT_LENGTH) return
            setValues(now)
            put(field.key, { text: field.text + token })
          }}
          onBack={() => setInserting(undefined)}
        />
      </Suspense>
    )
  return (
    <Panel title={t('calls.out.title')} text={t('calls.out.text')} onBack={onBack}>
      <div ref={whole.ref} className={styles.form}>
        <WebAddressPart
          book={book}
          chosen={address}
          judged={form.tried}
          editing={keeping}
          onEdit={setKeeping}
          onChoose={setAddress}
        />
        <EntryForm form={form} known={known !== undefined}>
          {fields.map((field) => (
            <fieldset
              key={field.key}
              className={styles.field}
              aria-label={t('calls.out.field', { name: field.name })}
            >
              <TextField
                label={t('calls.out.fieldName')}
                value={field.name}
                maxLength={NAME_LENGTH}
                autoComplete="off"
                error={form.tried ? nameFault(field) : undefined}
                onChange={(name) => put(field.key, { name })}
              />
              <TextWithValues
                label={t('calls.out.into', { name: field.name })}
                full={told.values.length >= MOST_VALUES}
                onInsert={() => setInserting(field.key)}
              >
                <TextField
                  label={t('calls.out.fieldText')}
                  optional
                  value={field.text}
                  maxLength={TEXT_LENGTH}
                  autoComplete="off"
                  onChange={(text) => put(field.key, { text })}
                />
              </TextWithValues>
              <Button
                only
                look="quiet"
                size="dense"
                icon="close"
                onClick={() => setFields(fields.filter((one) => one !== field))}
              >
                {t('calls.out.removeField', { name: field.name })}
              </Button>
            </fieldset>
          ))}
          {fields.length < MOST_FIELDS && (
            <div className={styles.ways}>
              <Button
                look="quiet"
                size="dense"
                icon="plus"
                onClick={() => setFields([...fields, { key: newId(), name: '', text: '' }])}
              >
                {t('calls.out.addField')}
              </Button>
            </div>
          )}
        </EntryForm>
      </div>
    </Panel>
  )
}
