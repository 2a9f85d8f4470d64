import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'

/** One step up from a screen of code, as its definition names it. */
export function useCrumb(screen: BlockProps['screen']): { label: string; href: string } | undefined {
  const { say } = useText()
  const { definitions } = useEngine()
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  return parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }
}
