import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { use, useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { nameOf, SharedContext } from './context.ts'
import { describedBy, isList, isObject } from './schema-of.ts'
import styles from './value-form.module.css'

/** Our controls bring label, help and fault along. */
export const FieldTemplate = ({ children }: FieldTemplateProps) => children

export function ObjectFieldTemplate({ properties, fieldPathId, schema }: ObjectFieldTemplateProps) {
  const shared = use(SharedContext)
  const { t } = useText()
  const { path } = fieldPathId
  const name = nameOf(path, describedBy(schema), shared, (number) => t('controls.form.entry', { number }))
  return (
    <fieldset className={styles.fields} aria-label={path.length === 0 ? name : undefined}>
      {path.length > 0 && <legend>{name}</legend>}
      {properties.map(({ name: field, content }) => {
        const inside = describedBy(schema).fields?.[field]
        // What has parts of its own takes the whole width.
        const whole = inside !== undefined && (isList(inside) || isObject(inside))
        return (
          <div key={field} data-whole={whole || undefined}>
            {content}
          </div>
        )
      })}
    </fieldset>
  )
}

export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { items, canAdd, onAddClick, disabled, fieldPathId, schema, rawErrors } = props
  const shared = use(SharedContext)
  const { t } = useText()
  const id = useId()
  const { path } = fieldPathId
  const described = describedBy(schema)
  const name = nameOf(path, described, shared, (number) => t('controls.form.entry', { number }))
  const { lengthMin: least, lengthMax: most } = described
  const limits =
    most === undefined
      ? t('controls.form.entries', { count: items.length })
      : t('controls.form.entriesOf', { count: items.length, most })
  return (
    <fieldset className={styles.list} aria-label={path.length === 0 ? name : undefined} aria-describedby={id}>
      {path.length > 0 && <legend>{name}</legend>}
      {items.length === 0 ? <p className={styles.empty}>{t('controls.form.none')}</p> : <ol>{items}</ol>}
      <div className={styles.foot}>
        <Button icon="plus" size="dense" disabled={disabled || !canAdd} onClick={onAddClick}>
          {t('controls.form.add')}
        </Button>
        <p id={id} className={styles.count} data-fault={rawErrors?.length ? '' : undefined}>
          {rawErrors?.[0] ?? limits}
          {!rawErrors?.length &&
            least !== undefined &&
            least > 0 &&
            ` ${t('controls.form.least', { least })}`}
        </p>
      </div>
    </fieldset>
  )
}

/** One entry with what can be done to it; a plain value needs no heading of its own. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, index, disabled, schema } = props
  const { t } = useText()
  const { totalItems, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps
  const number = index + 1
  const described = describedBy(schema)
  return (
    <li className={styles.entry} data-plain={!isList(described) && !isObject(described) ? '' : undefined}>
      <div className={styles.inside}>{children}</div>
      <div className={styles.moves}>
        <Button
          only
          size="dense"
          look="quiet"
          icon="arrow-up"
          disabled={disabled || index === 0}
          onClick={onMoveUpItem}
        >
          {t('controls.form.up', { number })}
        </Button>
        <Button
          only
          size="dense"
          look="quiet"
          icon="arrow-down"
          disabled={disabled || number === totalItems}
          onClick={onMoveDownItem}
        >
          {t('controls.form.down', { number })}
        </Button>
        <Button only size="dense" look="quiet" icon="trash" disabled={disabled} onClick={onRemoveItem}>
          {t('controls.form.remove', { number })}
        </Button>
      </div>
    </li>
  )
}
