import { useText } from '#i18n/useText.ts'
import type { TilesScreen } from '#schemas/generated/definitions/screen.ts'
import { type Segment, Segments } from '#ui/Segments.tsx'
import { hrefOf } from '../../actions/href.ts'
import { useEngine } from '../../engine.ts'

/** The ways to see the same things: tiles, table. */
export function ViewSwitch({ screen, views }: { screen: TilesScreen; views: readonly string[] }) {
  const { say, t } = useText()
  const { definitions } = useEngine()
  const segments = views.flatMap((id): Segment[] => {
    const view = definitions.screen(id)
    if (!view) return []
    return [
      {
        id,
        label: say(`screens.${id}.view`, say(`screens.${id}.title`)),
        icon: view.kind === 'list' ? 'table' : 'tile',
        href: hrefOf(view),
      },
    ]
  })
  return <Segments label={t('device.tiles.views')} segments={segments} value={screen.id} />
}
