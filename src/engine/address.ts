import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'

/** By name; undefined takes it away, several values stand one after another. */
type Changes = Readonly<Record<string, string | readonly string[] | undefined>>
type Change = (
  changes: Changes | ((now: URLSearchParams) => Changes),
  /** `push` for what Back leads back from; else the same step of the way shows something else. */
  how?: 'replace' | 'push',
) => void

/** What was asked for since this place was drawn: the page draws after the address has changed. */
const asked = new WeakMap<Location, string>()

/**
 * What an address says behind its `?`, and how to change it, so that reload, Back and a second tab show the same. A
 * change begins with what was asked for last, drawn or not: with `useSearchParams` of react-router the second of two
 * changes in a row takes the first one back.
 */
export function useAddress(): readonly [URLSearchParams, Change] {
  const location = useLocation()
  const navigate = useNavigate()
  const search = useMemo(() => new URLSearchParams(location.search), [location.search])
  const latest = useRef({ location, navigate })
  useLayoutEffect(() => {
    latest.current = { location, navigate }
  })
  const change = useCallback<Change>((changes, how = 'replace') => {
    const { location: drawn, navigate: go } = latest.current
    const next = new URLSearchParams(asked.get(drawn) ?? drawn.search)
    for (const [name, value] of Object.entries(typeof changes === 'function' ? changes(next) : changes)) {
      if (typeof value === 'string') next.set(name, value)
      else {
        next.delete(name)
        for (const one of value ?? []) next.append(name, one)
      }
    }
    asked.set(drawn, String(next))
    void go(`?${next}`, { replace: how === 'replace' })
  }, [])
  return [search, change]
}
