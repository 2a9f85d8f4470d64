import { useAddress } from '#engine/address.ts'

export const SHOWN = ['all', 'noted', 'forwarding'] as const
export type Shown = (typeof SHOWN)[number]

/** What is looked at; the address says it, so that reload, Back and a second tab show the same. */
export function useView() {
  const [search, put] = useAddress()
  const momentOf = (name: string): number | undefined => {
    const at = Number(search.get(name) || Number.NaN)
    return Number.isSafeInteger(at) ? at : undefined
  }
  return {
    shown: SHOWN.find((one) => one === search.get('show')) ?? 'all',
    /** The device whose row is open and whose way is highlighted. */
    picked: search.get('node') ?? undefined,
    /** A snapshot that is looked at instead of now, or that now is compared with. */
    at: momentOf('at'),
    compares: search.has('compare'),
    /** What the snapshot is compared with instead of now. */
    other: momentOf('compare'),
    show: (shown: Shown) => put({ show: shown === 'all' ? undefined : shown }),
    pick: (id: string | undefined) => put({ node: id }),
    lookAt: (at: number | undefined) => put({ at: at?.toString() }),
    compare: (on: boolean) => put({ compare: on ? '' : undefined }),
    compareWith: (at: number | undefined) => put({ compare: at?.toString() ?? '' }),
  }
}

export type View = ReturnType<typeof useView>
