import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addCard,
  addPage,
  changeCard,
  MOST_CARDS,
  MOST_PAGES,
  moveCard,
  newCard,
  openFirst,
  type Pages,
  pageAt,
  removeCard,
  removePage,
  sizeCard,
} from './pages.ts'

const pagesOf = (...counts: readonly number[]): Pages =>
  counts.map((count, at) => ({
    id: `p${at}`,
    cards: Array.from({ length: count }, (_, n) => ({ ...newCard('note'), id: `p${at}c${n}` })),
  }))
const idsOn = (pages: Pages, page = 'p0'): string[] =>
  pages.find(({ id }) => id === page)?.cards.map(({ id }) => id) ?? []

describe('1.2-018 pages of a dashboard', () => {
  test('a card that is moved keeps all others in their order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.nat(11),
        fc.integer({ min: -3, max: 20 }),
        (count, from, to) => {
          const pages = pagesOf(count, 2)
          const card = `p0c${from % count}`
          const moved = moveCard(pages, 'p0', card, to)
          expect(idsOn(moved).filter((id) => id !== card)).toEqual(idsOn(pages).filter((id) => id !== card))
          expect(idsOn(moved).indexOf(card)).toBe(Math.max(0, Math.min(to, count - 1)))
          expect(moved[1]).toBe(pages[1])
        },
      ),
    )
  })

  test('a size stays within what its kind and the columns let it be', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 30 }), fc.integer({ min: -5, max: 30 }), (width, height) => {
        const chart = { ...newCard('chart'), id: 'c' }
        const [page] = sizeCard([{ id: 'p', cards: [chart] }], 'p', 'c', { width, height }, 6)
        const card = page?.cards[0]
        expect(card?.width).toBeGreaterThanOrEqual(2)
        expect(card?.width).toBeLessThanOrEqual(6)
        expect(card?.height).toBeGreaterThanOrEqual(2)
        expect(card?.height).toBeLessThanOrEqual(6)
      }),
    )
  })

  test('the server’s bounds hold here too: so many cards and pages, never none', () => {
    const full = pagesOf(MOST_CARDS)
    expect(idsOn(addCard(full, 'p0', newCard('note')))).toHaveLength(MOST_CARDS)
    const many = pagesOf(...Array.from({ length: MOST_PAGES }, () => 0))
    expect(addPage(many, { id: 'x', cards: [] })).toHaveLength(MOST_PAGES)
    expect(removePage(pagesOf(1), 'p0')).toHaveLength(1)
    expect(removePage(pagesOf(1, 1), 'p0').map(({ id }) => id)).toEqual(['p1'])
  })

  test('a card is added, changed and taken away where it stands', () => {
    const pages = addCard(pagesOf(1, 1), 'p1', { ...newCard('note'), id: 'new' })
    expect(idsOn(pages, 'p1')).toEqual(['p1c0', 'new'])
    const changed = changeCard(pages, 'p1', { ...newCard('note', { text: 'Brot' }), id: 'new' })
    expect(changed[1]?.cards[1]?.text).toBe('Brot')
    expect(idsOn(removeCard(changed, 'p1', 'p1c0'), 'p1')).toEqual(['new'])
  })

  test('the address decides which page is shown, else the one that opens first, else the first', () => {
    const pages = openFirst(pagesOf(0, 0, 0), 'p1', true)
    expect([pageAt(pages, 'p2')?.id, pageAt(pages, 'gone')?.id, pageAt(pages, undefined)?.id]).toEqual([
      'p2',
      'p1',
      'p1',
    ])
    expect(openFirst(pages, 'p2', true).map(({ opensFirst }) => opensFirst)).toEqual([
      undefined,
      undefined,
      true,
    ])
    expect(pageAt(openFirst(pages, 'p1', false), undefined)?.id).toBe('p0')
  })
})
