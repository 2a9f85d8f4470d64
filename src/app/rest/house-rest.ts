import { loadErrorRules } from '#data/error-rules.ts'
import type { Blocks } from '#engine/engine.ts'
import { loadParts } from '#i18n/i18n.ts'
import { partOf } from '#lib/part.ts'
import { loadIcons } from '#ui/Icon.tsx'

/** What every screen but that of the tiles may name: resources, components, words, and every icon. */
export const houseRest = partOf<Blocks>(async () => {
  const [{ blocks }] = await Promise.all([
    import('./rest.ts'),
    loadIcons(),
    loadParts(['rest']),
    loadErrorRules(),
  ])
  return blocks
})

const none: Blocks = {}

/** Components that have come by now. */
export const blocksNow = (): Blocks => houseRest.current() ?? none
