import { useText } from '#i18n/useText.ts'
import { jsonObjectIn } from '#lib/json-object.ts'
import { Breakable } from '#ui/Breakable.tsx'
import { type CellProps, textOf } from './cell.ts'
import cells from './cells.module.css'
import styles from './Parameters.module.css'

/** One value: a word where it is one of a few, else what it is. */
function Value({ name, value }: { name: string; value: unknown }) {
  const { t, say } = useText()
  if (typeof value === 'boolean') return t(value ? 'engine.cell.on' : 'engine.cell.off')
  if (Array.isArray(value) && value.length === 0) return t('engine.facts.empty')
  const simple = typeof value !== 'object' || value === null
  const plain = simple ? String(value) : JSON.stringify(value)
  const word = simple ? say(`commands.value.${name}.${plain}`) : ''
  if (word !== '') return word
  return (
    <span className={cells.code}>
      <Breakable text={plain} />
    </span>
  )
}

/** What a command was sent with, or what was answered: one line for each, by its name. */
export default function Parameters({ value }: CellProps) {
  const { t, say } = useText()
  const text = textOf(value)
  const read = jsonObjectIn(text)
  // Of a long answer only the beginning is kept.
  if (!read.ok)
    return (
      <span className={cells.code}>
        <Breakable text={text} />
      </span>
    )
  const parameters = Object.entries(read.value)
  if (parameters.length === 0) return t('engine.facts.empty')
  return (
    <dl className={styles.parameters}>
      {parameters.map(([name, one]) => (
        <div key={name}>
          <dt>{say(`commands.property.${name}`, name)}</dt>
          <dd>
            <Value name={name} value={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
