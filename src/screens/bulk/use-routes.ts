import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'

/** Where bulk operations are, as their screens say. */
export function useRoutes(): { log: string; details(bulkId: string): string } {
  const { definitions } = useEngine()
  const routeOf = (id: string, params = {}): string => {
    const screen = definitions.screen(id)
    if (!screen) throw new Error(`catalogue/screens has no ${id}`)
    return hrefOf(screen, params)
  }
  return { log: routeOf('bulk_log'), details: (bulkId) => routeOf('bulk_details', { bulkId }) }
}
