import { useState } from 'react'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { useAddress } from '../../../address.ts'
import { type Definitions, numberLimit } from '../../../engine.ts'
import type { ListQuery } from '../../../ports.ts'
import { filtersIn, PREFIX, searched } from './found.ts'

/** A page that holds every row. */
export const ALL = Number.MAX_SAFE_INTEGER

/** What a list shows; all of it stands in the address, so that it can be shared and gone back to. */
export interface ListAddress {
  page: number
  size: number
  sizes: readonly number[]
  search: string
  /** Field; a leading minus turns it round. */
  order: string | undefined
  filters: Readonly<Record<string, string>>
  /** Searching, sorting and filtering begin at page 1 again. */
  change(part: Partial<Pick<ListAddress, 'page' | 'size' | 'search' | 'order' | 'filters'>>): void
  clear(): void
}

function sizesOf(
  { pageSizes, pageSize = 'pageSize' }: ListScreen,
  definitions: Definitions,
): readonly number[] {
  const sizes = pageSizes === undefined ? undefined : definitions.limit(pageSizes)
  return Array.isArray(sizes) ? sizes : [numberLimit(definitions, pageSize)]
}

const sizeText = (size: number): string => (size === ALL ? 'all' : String(size))

const whole = (text: string | null, otherwise: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

/** What is not a row on a page of rows, and how high a row is, px: enough to tell a laptop from a wall. */
const AROUND = 340
const ROW = 52

/** The fewest that fill the window, where several numbers of rows are offered. */
const filling = (sizes: readonly number[]): number =>
  sizes.find((size) => AROUND + size * ROW >= window.innerHeight) ?? sizes.at(-1) ?? 1

const keyOf = ({ id }: ListScreen): string => `gatehouse.rows.${id}`

/** @param here whether all rows are on this page, so that one may look at all of them */
export function useListAddress(screen: ListScreen, definitions: Definitions, here: boolean): ListAddress {
  const [params, put] = useAddress()
  const pages = sizesOf(screen, definitions)
  const sizes = here && pages.length > 1 ? [...pages, ALL] : pages
  const [usual] = useState(() => filling(pages))
  const [kept, setKept] = useState(() => browserStorage.getItem(keyOf(screen)))
  const wanted = [params.get('size'), kept].map((text) => sizes.find((size) => sizeText(size) === text))
  const size = wanted.find((one) => one !== undefined) ?? usual
  const filters = filtersIn(params, screen.filters)

  return {
    page: whole(params.get('page'), 1),
    size,
    sizes,
    search: params.get('q') ?? '',
    order: params.get('sort') ?? screen.order,
    filters,
    change(part) {
      const { page = 1 } = part
      if (part.size !== undefined) {
        browserStorage.setItem(keyOf(screen), sizeText(part.size))
        setKept(sizeText(part.size))
      }
      // Which rows the third page has depends on how many a page has.
      const rows = part.size ?? size
      put(
        {
          ...searched(part),
          page: page > 1 ? String(page) : undefined,
          size: sizes.length > 1 && (page > 1 || rows !== usual) ? sizeText(rows) : undefined,
          ...(part.order !== undefined && { sort: part.order === screen.order ? undefined : part.order }),
        },
        part.page === undefined ? 'replace' : 'push',
      )
    },
    clear() {
      put((now) => {
        const gone = [...now.keys()].filter((name) => name.startsWith(PREFIX))
        return Object.fromEntries(['q', 'page', ...gone].map((name) => [name, undefined]))
      })
    },
  }
}

/** The same for a list that is one of several things on a page: it keeps its place to itself. */
export function useOwnAddress(screen: ListScreen, definitions: Definitions): ListAddress {
  const sizes = sizesOf(screen, definitions)
  const [size = 1] = sizes
  const begin = { page: 1, size, search: '', order: screen.order, filters: {} }
  const [place, setPlace] = useState<Omit<ListAddress, 'sizes' | 'change' | 'clear'>>(begin)
  return {
    ...place,
    sizes,
    change: ({ filters, ...part }) =>
      setPlace((before) => {
        const all = Object.entries({ ...before.filters, ...filters })
        return {
          ...before,
          page: 1,
          ...part,
          filters: Object.fromEntries(all.filter(([, value]) => value !== '')),
        }
      }),
    clear: () => setPlace(begin),
  }
}

export const queryOf = ({ page, size, search, order, filters }: ListAddress): ListQuery => ({
  page,
  limit: size,
  ...(search ? { search } : {}),
  ...(order ? { order } : {}),
  filters,
})
