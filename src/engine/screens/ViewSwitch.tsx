import { useText } from '#i18n/useText.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { IconName } from '#ui/Icon.tsx'
import { Segments } from '#ui/Segments.tsx'
import { useEngine } from '../engine.ts'

const icons: Partial<Record<Screen['kind'], IconName>> = { tiles: 'tile', list: 'table' }

/** Other ways to see the same things, each with its own address. */
export function ViewSwitch({ views, current }: { views: readonly string[]; current: string }) {
  const { t, say } = useText()
  const { definitions } = useEngine()
  const segments = views.flatMap((id) => {
    const screen = definitions.screen(id)
    return screen
      ? [{ id, label: say(`screens.${id}.view`), icon: icons[screen.kind], href: screen.route }]
      : []
  })
  return <Segments label={t('engine.views')} segments={segments} value={current} />
}
