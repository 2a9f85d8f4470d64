import { Suspense } from 'react'
import { type Blocks, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { MissingContext } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DeviceCard, LinkCard, NoteCard } from './cards.tsx'
import { Gone } from './Gone.tsx'
import { type DashboardCard, kindOf } from './rules.ts'

/** Cards that no other area has more to say of. */
const own: Blocks = { deviceCard: DeviceCard, noteCard: NoteCard, linkCard: LinkCard }

/** What is in a card, by its kind; one whose source is gone keeps its place and says so. */
export function CardBody({ card }: { card: DashboardCard }) {
  const { t } = useText()
  const { blocks } = useEngine()
  const name = kindOf(card)?.component ?? ''
  const Body = Object.hasOwn(own, name) ? own[name] : blocks[name]
  if (!Body) return <Gone>{t('dashboard.unknownKind')}</Gone>
  const { of, title, text, address, width, height, view } = card
  const params = {
    of: of?.join('\n') ?? '',
    title: title ?? '',
    text: text ?? '',
    address: address ?? '',
    ...(view && {
      period: view.period,
      first: view.first ?? '',
      last: view.last ?? '',
      compare: view.compare ? '1' : '',
    }),
    rows: String(height),
    columns: String(width),
  }
  return (
    <Boundary
      of={`${card.kind} ${card.of?.join() ?? ''}`}
      fallback={() => <Gone>{t('dashboard.failed')}</Gone>}
    >
      <MissingContext value={undefined}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <Body params={params} />
        </Suspense>
      </MissingContext>
    </Boundary>
  )
}
