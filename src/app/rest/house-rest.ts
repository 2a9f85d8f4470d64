import { loadErrorRules } from '#data/errors/error-rules.ts'
import type { Blocks } from '#engine/engine.ts'
import { loadParts } from '#i18n/i18n.ts'
import { partOf } from '#lib/part.ts'
import { loadIcons } from '#ui/Icon.tsx'

type Rest = Pick<typeof import('./rest.ts'), 'blocks' | 'CommandLayer'>

/** What every screen but that of the tiles may name: resources, components, words, and every icon; and what hears keys. */
export const houseRest = partOf<Rest>(async () => {
  const [{ blocks, CommandLayer }] = await Promise.all([
    import('./rest.ts'),
    loadIcons(),
    loadParts(['rest']),
    loadErrorRules(),
  ])
  return { blocks, CommandLayer }
})

const none: Blocks = {}

/** Components that have come by now. */
export const blocksNow = (): Blocks => houseRest.current()?.blocks ?? none
