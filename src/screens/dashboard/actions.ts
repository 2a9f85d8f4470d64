import { type ActionContext, type CodeAction, done, failed, sourceOf } from '#engine/actions/code-action.ts'
import { loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { addCard, MOST_CARDS, newCard, type Pages, pageAt, removeCard } from './pages.ts'
import { proposalOf } from './proposal.ts'
import type { DashboardCard } from './rules.ts'

interface Pin {
  name: string
  card: DashboardCard
  /** Whether a card shows it already. */
  isSame(card: DashboardCard): boolean
}

/** Two clients may pin at the same time: the second one begins anew with what the first one has kept. */
const TRIES = 3

/** Puts a card on the page that opens first; what was proposed before becomes the person's own. */
async function pin(context: ActionContext, { name, card, isSame }: Pin) {
  const { ports, situation, toast } = context
  const source = sourceOf(context)
  const sn = situation.gateway?.serialNumber
  if (sn === undefined || !ports) return failed('NOT_FOUND')
  const read = () => source.load('readDashboard', { sn })
  const keep = (dashboard: Dashboard) =>
    source.call('keepDashboard', { sn, ...dashboard }, { told: ['DASHBOARD_CHANGED_MEANWHILE'] })
  await loadAreas(['dashboard', 'arranging'])
  const words = { name }
  for (let tries = 1; ; tries++) {
    const before = await read()
    const pages: Pages =
      before.pages.length > 0
        ? before.pages
        : [proposalOf({ heads: ports.home.devices().heads, rooms: ports.home.rooms() }, situation)]
    const page = pageAt(pages, undefined)
    if (pages.some(({ cards }) => cards.some(isSame))) {
      toast({ text: text.t('arranging.pin.there', words) })
      return done()
    }
    if (!page || page.cards.length >= MOST_CARDS) {
      toast({ text: text.t('arranging.pin.full') })
      return done()
    }
    const kept = await keep({ revision: before.revision, pages: [...addCard(pages, page.id, card)] })
    if (!kept.ok) {
      if (kept.code === 'DASHBOARD_CHANGED_MEANWHILE' && tries < TRIES) continue
      return kept
    }
    const undo = async () => {
      const now = await read()
      const unchanged = now.revision === kept.data.revision
      // What was arranged since stays: the card alone goes.
      await keep({
        revision: now.revision,
        pages: unchanged ? before.pages : [...removeCard(now.pages, page.id, card.id)],
      })
    }
    toast({ text: text.t('arranging.pin.done', words), about: ['dashboard'], undo: () => void undo() })
    return done()
  }
}

export const pinDevice: CodeAction = async (context) => {
  const { id, name } = context.bound.row ?? {}
  if (typeof id !== 'string') return failed('NOT_FOUND')
  return await pin(context, {
    name: String(name),
    card: newCard('device', { of: [id] }),
    isSame: ({ kind, of }) => kind === 'device' && of?.includes(id) === true,
  })
}

/** A chart as somebody looks at it: its values, its period, with the one before. */
export const pinChart: CodeAction = async (context) => {
  const { of, name, view, height } = (context.bound.row ?? {}) as Partial<DashboardCard> & { name?: string }
  if (!of?.length) return failed('NOT_FOUND')
  const shown = JSON.stringify([of, view])
  return await pin(context, {
    name: name ?? '',
    card: newCard('chart', { of, ...(view && { view }), ...(height !== undefined && { height }) }),
    isSame: (card) => card.kind === 'chart' && JSON.stringify([card.of, card.view]) === shown,
  })
}
