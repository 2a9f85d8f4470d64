import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
} from '@rjsf/utils'
import { use, useId } from 'react'
import { Button } from '#ui/Button.tsx'
import { NamingContext } from './naming.ts'
import styles from './nested.module.css'

const hasParts = (schema: unknown): boolean =>
  ['object', 'array'].includes(String((schema as { type?: unknown } | undefined)?.type))

/** Our controls bring label, help and fault along. */
function FieldTemplate({ children, hidden }: FieldTemplateProps) {
  return hidden ? null : children
}

function ObjectFieldTemplate(part: ObjectFieldTemplateProps) {
  const { titleOf, rows } = use(NamingContext)
  const { properties, fieldPathId, schema, formData } = part
  const whole = fieldPathId.path.length === 0
  if (whole && rows) return rows(new Map(properties.map(({ name, content }) => [name, content])), formData)
  const title = titleOf(part)
  return (
    <fieldset className={styles.fields} aria-label={whole ? title : undefined}>
      {!whole && <legend>{title}</legend>}
      {properties.map(({ name, content }) => (
        // What has parts of its own takes the whole width.
        <div key={name} data-whole={hasParts(schema.properties?.[name]) || undefined}>
          {content}
        </div>
      ))}
    </fieldset>
  )
}

function ArrayFieldTemplate(list: ArrayFieldTemplateProps) {
  const { titleOf, add, none, below } = use(NamingContext)
  const { items, canAdd, onAddClick, disabled, fieldPathId, rawErrors, uiSchema } = list
  const id = useId()
  const whole = fieldPathId.path.length === 0
  const title = titleOf(list)
  const told = below(list, items.length, rawErrors?.[0])
  return (
    <fieldset
      className={styles.list}
      aria-label={whole ? title : undefined}
      aria-describedby={told ? id : undefined}
    >
      {!whole && <legend>{title}</legend>}
      {items.length > 0 ? <ol>{items}</ol> : none && <p className={styles.empty}>{none}</p>}
      <div className={styles.foot}>
        {/* Where so many are all that it takes, there is nothing to add. */}
        {uiSchema?.['ui:addable'] !== false && (
          <Button icon="plus" size="dense" disabled={disabled || !canAdd} onClick={onAddClick}>
            {add(list)}
          </Button>
        )}
        {told && (
          <p id={id} className={styles.count} data-fault={told.fault || undefined}>
            {told.text}
          </p>
        )}
      </div>
    </fieldset>
  )
}

/** One entry with what can be done to it; a plain value needs no heading of its own. */
function ArrayFieldItemTemplate(entry: ArrayFieldItemTemplateProps) {
  const { remove, move } = use(NamingContext)
  const { children, buttonsProps, hasToolbar, index, disabled, schema } = entry
  const { totalItems, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps
  const number = index + 1
  const removable = hasToolbar && hasRemove
  const look = { only: true, size: 'dense', look: 'quiet' } as const
  return (
    <li className={styles.entry} data-plain={hasParts(schema) ? undefined : ''}>
      <div className={styles.inside}>{children}</div>
      {/* An entry to which nothing can be done has all of the width. */}
      {(move || removable) && (
        <div className={styles.moves}>
          {move && (
            <>
              <Button {...look} icon="arrow-up" disabled={disabled || index === 0} onClick={onMoveUpItem}>
                {move.up(number)}
              </Button>
              <Button
                {...look}
                icon="arrow-down"
                disabled={disabled || number === totalItems}
                onClick={onMoveDownItem}
              >
                {move.down(number)}
              </Button>
            </>
          )}
          {removable && (
            <Button {...look} icon="trash" disabled={disabled} onClick={onRemoveItem}>
              {remove(entry, number)}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Groups and lists within any form that rjsf draws. */
export const templates = { FieldTemplate, ObjectFieldTemplate, ArrayFieldTemplate, ArrayFieldItemTemplate }
