import { type Text, useText } from '#i18n/useText.ts'
import { Breakable } from '#ui/Breakable.tsx'
import { Face } from '#ui/marks/Face.tsx'
import { type CellProps, defineCell, textOf } from '../cell.ts'
import styles from '../cells.module.css'

/** What is no person has words of its own: `status.<field>.<value>`, up to a colon, after which stands which one. */
function actorOf({ field, value }: Pick<CellProps, 'field' | 'value'>, { say }: Text) {
  const text = textOf(value)
  const [kind = '', ...which] = text.split(':')
  const thing = say(`status.${field}.${kind}`)
  return thing
    ? { name: thing, which: which.join(':'), thing: true }
    : { name: text, which: '', thing: false }
}

function Actor(props: CellProps) {
  const { name, which, thing } = actorOf(props, useText())
  const note = which || textOf(props.note)
  return (
    <span className={styles.device}>
      <Face name={name} icon={thing ? 'shield' : undefined} />
      <span className={styles.words}>
        <span className={styles.strong}>
          <Breakable text={name} />
        </span>
        {note !== '' && note !== name && (
          <small className={styles.note}>
            <Breakable text={note} />
          </small>
        )}
      </span>
    </span>
  )
}

function Name(props: CellProps) {
  return actorOf(props, useText()).name
}

function Before(props: CellProps) {
  const { name, thing } = actorOf(props, useText())
  return <Face name={name} icon={thing ? 'shield' : undefined} />
}

/** Who or what did something. */
export default defineCell({
  kind: 'actor',
  card: 'line',
  Component: Actor,
  CardComponent: Name,
  CardBefore: Before,
})
