import { language } from '#i18n/i18n.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { type Definitions, useEngine } from '../engine.ts'
import { hrefOf } from '../href.ts'

/** The screen of that id; of a text, the one in the language that is spoken. */
function screenOf(definitions: Definitions, id: string): ScreenHead {
  const screen = definitions.screen(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  const spoken = language()
  if (screen.kind !== 'document' || screen.language === undefined || screen.language === spoken) return screen
  const translation = screen.translations?.[spoken]
  return (translation === undefined ? undefined : definitions.screen(translation)) ?? screen
}

/** Leads to the screen that helps out. A text opens beside the form, so that what is typed stays. */
export function FieldLink({ to, words }: { to: string; words: string }) {
  const { say } = useText()
  const screen = screenOf(useEngine().definitions, to)
  const beside = screen.kind === 'document' ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a href={hrefOf(screen)} {...beside}>
      {say(words)}
    </a>
  )
}
