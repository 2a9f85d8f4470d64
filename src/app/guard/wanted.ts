import { createContext, use } from 'react'
import { useLocation } from 'react-router'

/** The address that was asked for last; its page may still be on its way. */
export const WantedContext = createContext<string | undefined>(undefined)

/** Where somebody goes: what leads there is marked at once, however long the page takes. */
export function useWanted(): { pathname: string; coming: boolean } {
  const { pathname } = useLocation()
  const wanted = use(WantedContext) ?? pathname
  return { pathname: wanted, coming: wanted !== pathname }
}
