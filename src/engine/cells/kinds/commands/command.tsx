import { useText } from '#i18n/useText.ts'
import { type CellProps, defineCell, textOf, type Writing } from '../../cell.ts'
import title from '../title.tsx'

/** What a command does; one that nobody has words for is called as the channel calls it. */
const wordsOf = (command: unknown, say: Writing['say']): string =>
  say(`commands.title.${textOf(command)}`, textOf(command))

function Command(props: CellProps) {
  const { say } = useText()
  return <title.Component {...props} value={wordsOf(props.value, say)} />
}

/** A command of the message channel. */
export default defineCell({
  ...title,
  kind: 'command',
  Component: Command,
  written: (value, _row, { say }) => wordsOf(value, say),
})
