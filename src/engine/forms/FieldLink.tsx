import { useText } from '#i18n/useText.ts'
import { hrefOf } from '../actions/href.ts'
import { useEngine } from '../engine.ts'

/** Leads to the screen that helps out; what is typed here stays in this form, so it opens beside it where there is text to read. */
export function FieldLink({ to, words }: { to: string; words: string }) {
  const { say } = useText()
  const screen = useEngine().definitions.screen(to)
  if (!screen) throw new Error(`catalogue/screens has no ${to}`)
  const reading = screen.kind === 'document'
  return (
    <a href={hrefOf(screen)} {...(reading ? { target: '_blank', rel: 'noopener' } : {})}>
      {say(words)}
    </a>
  )
}
