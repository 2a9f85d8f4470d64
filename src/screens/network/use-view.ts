import { useSearchParams } from 'react-router'

export const SHOWN = ['all', 'noted', 'forwarding'] as const
export type Shown = (typeof SHOWN)[number]

/** What is looked at; the address says it, so that reload, Back and a second tab show the same. */
export function useView() {
  const [search, setSearch] = useSearchParams()
  const change = (name: string, value: string | undefined): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === undefined) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
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
    show: (shown: Shown) => change('show', shown === 'all' ? undefined : shown),
    pick: (id: string | undefined) => change('node', id),
    lookAt: (at: number | undefined) => change('at', at?.toString()),
    compare: (on: boolean) => change('compare', on ? '' : undefined),
    compareWith: (at: number | undefined) => change('compare', at?.toString() ?? ''),
  }
}

export type View = ReturnType<typeof useView>
