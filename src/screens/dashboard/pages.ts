import { newId } from '#lib/new-id.ts'
import { type DashboardCard, type DashboardPage, kindOf } from './rules.ts'

/** What can be done with the pages of a dashboard: each answers new ones. */
export type Pages = readonly DashboardPage[]

/** Columns of the board in half tiles; a wider card is as wide as there is. */
export const COLUMNS = 10
export const MOST_ROWS = 6
const LEAST = { width: 2, height: 1 }
export const MOST_PAGES = 12
export const MOST_CARDS = 60

export function newCard(kind: string, more: Partial<DashboardCard> = {}): DashboardCard {
  const { width = 2, height = 2 } = kindOf({ kind }) ?? {}
  return { id: newId(), kind, width, height, ...more }
}

export const onPage = (pages: Pages, id: string, change: (page: DashboardPage) => DashboardPage): Pages =>
  pages.map((page) => (page.id === id ? change(page) : page))

const withCards = (
  pages: Pages,
  id: string,
  change: (cards: readonly DashboardCard[]) => readonly DashboardCard[],
): Pages => onPage(pages, id, (page) => ({ ...page, cards: [...change(page.cards)] }))

export const addCard = (pages: Pages, page: string, card: DashboardCard): Pages =>
  withCards(pages, page, (cards) => (cards.length < MOST_CARDS ? [...cards, card] : cards))

export const removeCard = (pages: Pages, page: string, card: string): Pages =>
  withCards(pages, page, (cards) => cards.filter(({ id }) => id !== card))

export const changeCard = (pages: Pages, page: string, card: DashboardCard): Pages =>
  withCards(pages, page, (cards) => cards.map((one) => (one.id === card.id ? card : one)))

/** Puts a card at this place of the order. */
export const moveCard = (pages: Pages, page: string, card: string, to: number): Pages =>
  withCards(pages, page, (cards) => {
    const from = cards.findIndex(({ id }) => id === card)
    const one = cards[from]
    if (!one) return cards
    return cards.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, cards.length - 1)), 0, one)
  })

/** Makes a card so large, as far as its kind and the columns that there are let it. */
export const sizeCard = (
  pages: Pages,
  page: string,
  card: string,
  size: { width: number; height: number },
  columns = COLUMNS,
): Pages =>
  withCards(pages, page, (cards) =>
    cards.map((one) => {
      if (one.id !== card) return one
      const { width, height } = kindOf(one)?.least ?? LEAST
      return {
        ...one,
        width: Math.max(Math.min(width, columns), Math.min(size.width, columns)),
        height: Math.max(height, Math.min(size.height, MOST_ROWS)),
      }
    }),
  )

export const addPage = (pages: Pages, page: DashboardPage): Pages =>
  pages.length < MOST_PAGES ? [...pages, page] : pages

/** The last page stays: an empty dashboard would be a proposal again. */
export const removePage = (pages: Pages, id: string): Pages =>
  pages.length > 1 ? pages.filter((page) => page.id !== id) : pages

/** One page opens first, or the first one does. */
export const openFirst = (pages: Pages, id: string, first: boolean): Pages =>
  pages.map(({ opensFirst: _before, ...page }) =>
    first && page.id === id ? { ...page, opensFirst: true } : page,
  )

/** The page that the address names, else the one that opens first. */
export const pageAt = (pages: Pages, id: string | undefined): DashboardPage | undefined =>
  pages.find((page) => page.id === id) ?? pages.find(({ opensFirst }) => opensFirst) ?? pages[0]
