import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  getUiOptions,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { use } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { holds } from '../../conditions/holds.ts'
import { useEngine } from '../../engine.ts'
import formStyles from '../Form.module.css'
import { isNeedless } from '../messages.ts'
import { SharedContext } from './context.ts'
import { placeOf } from './fields.tsx'
import styles from './rich.module.css'

/** Our controls bring label, help and fault along. */
export function FieldTemplate({ children, hidden }: FieldTemplateProps) {
  return hidden ? null : children
}

/** The whole form in the rows of its definition; an object within it as a group of its own. */
export function ObjectFieldTemplate({
  properties,
  fieldPathId,
  uiSchema,
  formData,
}: ObjectFieldTemplateProps) {
  const { say } = useText()
  const { situation } = useEngine()
  const { form } = use(SharedContext)
  const { words } = placeOf(getUiOptions(uiSchema))
  const contents = new Map(properties.map(({ name, content }) => [name, content]))
  if (fieldPathId.path.length === 0)
    return form.groups.map((group) => (
      <div key={group.join()} className={formStyles.row}>
        {group
          .filter(
            (field) =>
              holds(form.fields?.[field]?.when, situation) && !isNeedless(form, field, formData ?? {}),
          )
          .map((field) => contents.get(field))}
      </div>
    ))
  return (
    <fieldset className={styles.group}>
      <legend>{say(`${words}_title`)}</legend>
      {properties.map(({ content }) => content)}
    </fieldset>
  )
}

export function ArrayFieldTemplate({
  items,
  canAdd,
  onAddClick,
  disabled,
  fieldPathId,
  uiSchema,
  rawErrors,
}: ArrayFieldTemplateProps) {
  const { t, say } = useText()
  const { changed } = use(SharedContext)
  const { words } = placeOf(getUiOptions(uiSchema))
  const error = changed.has(fieldPathId.$id) ? undefined : rawErrors?.[0]
  const below = `${fieldPathId.$id}-below`
  return (
    <fieldset className={styles.group} aria-describedby={error ? below : undefined}>
      <legend>{say(`${words}_title`)}</legend>
      {items}
      {error && (
        <p id={below} className={styles.below}>
          {error}
        </p>
      )}
      {canAdd && (
        <div className={styles.buttons}>
          <Button icon="plus" disabled={disabled} onClick={onAddClick}>
            {say(`${words}_add`, t('engine.form.add'))}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  index,
  disabled,
  uiSchema,
}: ArrayFieldItemTemplateProps) {
  const { t, say } = useText()
  const { words } = placeOf(getUiOptions(uiSchema))
  return (
    <div className={styles.entry}>
      {children}
      {hasToolbar && buttonsProps.hasRemove && (
        <div className={styles.buttons}>
          <Button look="danger" icon="trash" disabled={disabled} onClick={buttonsProps.onRemoveItem}>
            {t('engine.form.remove', { field: say(words), number: index + 1 })}
          </Button>
        </div>
      )}
    </div>
  )
}
