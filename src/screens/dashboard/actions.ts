import { type CodeAction, done, failed, sourceOf } from '#engine/actions/code-action.ts'
import { withWords } from '#engine/lazy-part.ts'
import { text } from '#i18n/useText.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { addCard, MOST_CARDS, newCard, type Pages, pageAt } from './pages.ts'
import { proposalOf } from './proposal.ts'

/** Puts a device on the page that opens first; what was proposed before becomes the person's own. */
export const pinDevice: CodeAction = async (context) => {
  const { bound, ports, situation, toast } = context
  const source = sourceOf(context)
  const sn = situation.gateway?.serialNumber
  const { id, name } = bound.row ?? {}
  if (typeof id !== 'string' || sn === undefined || !ports) return failed('NOT_FOUND')
  const before = await withWords(source.load('readDashboard', { sn }), ['dashboard'])
  const pages: Pages =
    before.pages.length > 0
      ? before.pages
      : [proposalOf({ heads: ports.home.devices().heads, rooms: ports.home.rooms() }, situation)]
  const page = pageAt(pages, undefined)
  const words = { name: String(name) }
  if (pages.some(({ cards }) => cards.some(({ kind, of }) => kind === 'device' && of?.includes(id)))) {
    toast({ text: text.t('dashboard.pin.there', words) })
    return done()
  }
  if (!page || page.cards.length >= MOST_CARDS) {
    toast({ text: text.t('dashboard.pin.full') })
    return done()
  }
  const keep = (dashboard: Dashboard) => source.call('keepDashboard', { sn, ...dashboard })
  const next = addCard(pages, page.id, newCard('device', { of: [id] }))
  const kept = await keep({ revision: before.revision, pages: [...next] })
  if (!kept.ok) return kept
  toast({
    text: text.t('dashboard.pin.done', words),
    about: ['dashboard'],
    undo: () => void keep({ revision: kept.data.revision, pages: before.pages }),
  })
  return done()
}
