import { useText } from '#i18n/useText.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { IconName } from '#ui/Icon.tsx'
import { type Segment, Segments } from '#ui/Segments.tsx'
import { hrefOf } from '../actions/href.ts'
import { useEngine } from '../engine.ts'

const icons: Partial<Record<Screen['kind'], IconName>> = { tiles: 'tile', list: 'table' }

/** Other ways to see the same things, each with its own address: tiles, table. */
export function ViewSwitch({ views, current }: { views: readonly string[]; current: string }) {
  const { t, say } = useText()
  const { definitions } = useEngine()
  const segments = views.flatMap((id): Segment[] => {
    const view = definitions.screen(id)
    return view ? [{ id, label: say(`screens.${id}.view`), icon: icons[view.kind], href: hrefOf(view) }] : []
  })
  // Icons alone must tell them apart.
  const isTold = new Set(segments.map(({ icon }) => icon)).size === segments.length
  return <Segments label={t('engine.views')} segments={segments} value={current} terse={isTold} />
}
