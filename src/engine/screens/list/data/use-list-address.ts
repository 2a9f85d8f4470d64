import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { type Definitions, numberLimit } from '../../../engine.ts'
import type { ListQuery } from '../../../ports.ts'
import { filtersIn, PREFIX, searched, setOrDrop } from './found.ts'

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

/** @param here whether all rows are on this page, so that one may look at all of them */
export function useListAddress(screen: ListScreen, definitions: Definitions, here: boolean): ListAddress {
  const [params, setParams] = useSearchParams()
  const pages = sizesOf(screen, definitions)
  const sizes = here && pages.length > 1 ? [...pages, ALL] : pages
  const [smallest = 1] = sizes
  const asked = params.get('size') === 'all' ? ALL : whole(params.get('size'), smallest)
  const size = sizes.includes(asked) ? asked : smallest
  const filters = filtersIn(params, screen.filters)

  return {
    page: whole(params.get('page'), 1),
    size,
    sizes,
    search: params.get('q') ?? '',
    order: params.get('sort') ?? screen.order,
    filters,
    change(part) {
      const next = searched(params, part)
      const { page = 1 } = part
      setOrDrop(next, 'page', page > 1 ? String(page) : undefined)
      if (part.size !== undefined)
        setOrDrop(next, 'size', part.size === smallest ? undefined : sizeText(part.size))
      if (part.order !== undefined)
        setOrDrop(next, 'sort', part.order === screen.order ? undefined : part.order)
      setParams(next, { replace: part.page === undefined })
    },
    clear() {
      const next = new URLSearchParams(params)
      for (const name of [...next.keys()])
        if (name === 'q' || name === 'page' || name.startsWith(PREFIX)) next.delete(name)
      setParams(next, { replace: true })
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
    change: (part) => setPlace((before) => ({ ...before, page: 1, ...part })),
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
