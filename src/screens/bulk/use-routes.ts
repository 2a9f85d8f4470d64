import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'

interface Routes {
  log: string
  /** One step up, by the name of the page there. */
  crumb: { label: string; href: string }
  details(bulkId: string): string
}

/** Where bulk operations are, as their screens say. */
export function useRoutes(): Routes {
  const { definitions } = useEngine()
  const { say } = useText()
  const routeOf = (id: string, params = {}): string => {
    const screen = definitions.screen(id)
    if (!screen) throw new Error(`catalogue/screens has no ${id}`)
    return hrefOf(screen, params)
  }
  const log = routeOf('bulk_log')
  return {
    log,
    crumb: { label: say('screens.bulk_log.title'), href: log },
    details: (bulkId) => routeOf('bulk_details', { bulkId }),
  }
}
